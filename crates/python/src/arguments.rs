//! What functions are given: texts or files, seats, scripts, one of several words.

use std::path::{Path, PathBuf};

use gaslamp_api::botc::setup::read_script;
use gaslamp_api::{Input, Problems};
use gaslamp_botc::Script;
use gaslamp_core::svg::Theme;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

use crate::errors::refused;
use crate::json;

/// A text, or what is in a file: a `str` is always the text itself, a path always a file.
pub(crate) struct Source {
    pub(crate) input: Input,
    pub(crate) path: Option<PathBuf>,
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Ok(Self { input: Input::new("the argument", object.extract::<String>()?), path: None });
        }
        let path = object.extract::<PathBuf>().map_err(|_| wrong_type(&object, "str or a path"))?;
        Ok(Self { input: read(object.py(), &path)?, path: Some(path) })
    }
}

/// Reads a file.
pub(crate) fn read(py: Python<'_>, path: &Path) -> PyResult<Input> {
    let bytes = py.detach(|| std::fs::read(path)).map_err(|error| {
        let message = error.to_string();
        // Python makes a `FileNotFoundError` or the like of a number.
        match error.raw_os_error() {
            Some(number) => PyOSError::new_err((number, message, path.to_path_buf())),
            None => PyOSError::new_err(message),
        }
    })?;
    Input::from_bytes(&path.to_string_lossy(), bytes).map_err(|problems| refused(py, problems))
}

/// A text, a file, or the JSON that either would hold.
pub(crate) struct Document(pub(crate) Input);

impl<'py> FromPyObject<'_, 'py> for Document {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyDict>() || object.is_instance_of::<PyList>() {
            return Ok(Self(Input::new("the argument", json::from_python(&object)?.to_string())));
        }
        object.extract::<Source>().map(|source| Self(source.input))
    }
}

/// A seat, by a player's name or by a number.
pub(crate) struct SeatName(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for SeatName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return object.extract().map(Self);
        }
        if object.is_instance_of::<PyInt>() {
            return object.extract::<i64>().map(|number| Self(number.to_string()));
        }
        Err(wrong_type(&object, "str or int"))
    }
}

/// One text, or several.
#[derive(Default)]
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Ok(Self(vec![object.extract()?]));
        }
        object.extract().map(Self)
    }
}

impl Document {
    /// The name of a script, where one of them is usual.
    pub(crate) fn usual_script() -> Self {
        Self(Input::new("the argument", "tb"))
    }

    /// A script: `tb`, `snv`, `bmr`, or its official JSON.
    pub(crate) fn script(&self) -> Result<Script, Problems> {
        match Script::built_in(self.0.text.trim()) {
            Some(script) => Ok(script),
            None => read_script(&self.0),
        }
    }
}

/// What one of several words means.
pub(crate) fn one_of<T: Copy>(what: &str, word: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == word);
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!("{what} must be one of {}, not {word:?}", names.join(", ")))
    })
}

/// The colours of a picture.
pub(crate) fn theme(word: &str) -> PyResult<Theme> {
    one_of("theme", word, &[("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark)])
}

/// Refuses a number that is too large to be meant.
pub(crate) fn at_most(what: &str, number: usize, most: usize) -> PyResult<usize> {
    if number > most {
        return Err(PyValueError::new_err(format!("{what} must be at most {most}")));
    }
    Ok(number)
}

/// That an argument is of another type.
pub(crate) fn wrong_type(object: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    let found = object.get_type();
    let name = found.name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{wanted} expected, not {name}"))
}
