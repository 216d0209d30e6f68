//! The Python package `gaslamp`: what programs are answered, as Python objects.
//!
//! Answers are those of `gaslamp_api`, the same that the binary prints with `--json`. Here they only become Python objects, and problems
//! exceptions. [`json`] converts values, [`errors`] raises, [`arguments`] reads what functions are given, [`work`] does what takes long without
//! the interpreter lock. [`record`] and [`answers`] are what Python sees; another class is another module like them and a line below.

mod answers;
mod arguments;
mod batch;
mod dataset;
mod errors;
mod json;
mod kind;
mod record;
mod setups;
mod simulation;
mod table;
mod work;

use pyo3::prelude::*;

/// What the package `gaslamp` is made of. Use that one.
#[pymodule]
fn _gaslamp(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<record::Record>()?;
    module.add_class::<kind::PyKind>()?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<simulation::Simulation>()?;
    module.add_function(wrap_pyfunction!(simulation::calibration_part, module)?)?;
    module.add_function(wrap_pyfunction!(simulation::calibration_answer, module)?)?;
    module.add_function(wrap_pyfunction!(table::restore_table, module)?)?;
    module.add_function(wrap_pyfunction!(setups::setup_fields, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::write_dataset, module)?)?;
    add_function(module, wrap_pyfunction!(answers::solve, module)?)?;
    add_function(module, wrap_pyfunction!(answers::check, module)?)?;
    add_function(module, wrap_pyfunction!(answers::beliefs, module)?)?;
    add_function(module, wrap_pyfunction!(answers::render, module)?)
}

/// Adds a function that says it is of the package, where people find it.
fn add_function(module: &Bound<'_, PyModule>, function: Bound<'_, pyo3::types::PyCFunction>) -> PyResult<()> {
    function.setattr("__module__", "gaslamp")?;
    module.add_function(function)
}
