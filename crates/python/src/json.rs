//! JSON values and the Python objects that stand for them.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyNone, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// How deep lists and dicts may stand in each other; a list may even hold itself.
const DEEPEST: usize = 64;

/// The same value in Python: an object is a dict in the same order.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Bool(is_so) => PyBool::new(py, *is_so).to_owned().into_any(),
        Value::Number(number) => number_to_python(py, number)?,
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(|value| to_python(py, value)).collect::<PyResult<_>>()?;
            PyList::new(py, values)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

fn number_to_python<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => number.into_pyobject(py)?.into_any(),
        (None, Some(number)) => number.into_pyobject(py)?.into_any(),
        (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
    })
}

/// The JSON that a Python object stands for, as `json.dumps` would write it.
pub(crate) fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    from_python_at(object, 0)
}

fn from_python_at(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err("lists and dicts stand in each other too deeply for JSON"));
    }
    let list = |items: Vec<Bound<'_, PyAny>>| -> PyResult<Value> {
        items.iter().map(|item| from_python_at(item, depth + 1)).collect()
    };
    if object.is_none() {
        Ok(Value::Null)
    } else if let Ok(is_so) = object.cast::<PyBool>() {
        Ok(Value::Bool(is_so.is_true()))
    } else if object.is_instance_of::<PyInt>() {
        integer(object)
    } else if let Ok(number) = object.cast::<PyFloat>() {
        let number = Number::from_f64(number.value());
        number.map(Value::Number).ok_or_else(|| PyValueError::new_err("JSON has only finite numbers"))
    } else if object.is_instance_of::<PyString>() {
        Ok(Value::String(object.extract()?))
    } else if let Ok(items) = object.cast::<PyList>() {
        list(items.iter().collect())
    } else if let Ok(items) = object.cast::<PyTuple>() {
        list(items.iter().collect())
    } else if let Ok(fields) = object.cast::<PyDict>() {
        let field = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((key.extract::<String>()?, from_python_at(&value, depth + 1)?))
        };
        fields.iter().map(field).collect::<PyResult<Map<_, _>>>().map(Value::Object)
    } else {
        Err(PyTypeError::new_err(format!("JSON has no {}", object.get_type().name()?)))
    }
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let number =
        object.extract::<u64>().map(Number::from).or_else(|_| object.extract::<i64>().map(Number::from));
    number
        .map(Value::Number)
        .map_err(|_| PyOverflowError::new_err("an integer in JSON has at most 64 bits here"))
}
