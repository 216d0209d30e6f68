//! An extension module finds the symbols of Python in the program that loads it; some linkers must be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
