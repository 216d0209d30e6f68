//! gringo, listened to while it grounds. Accepts rules as text, emits the ground rules that clingo's solver would be given.
//!
//! Crate clingo has such a listener too, but version 0.8 makes slices of the null pointers that C++ passes for empty heads and bodies,
//! which is undefined behaviour. So this one module speaks to clingo's C interface itself.

#![allow(unsafe_code, reason = "the safe interface of crate clingo 0.8 is not sound here")]

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

use clingo_sys as c;

use super::program::{Failure, GROUNDING};

/// A positive number is an atom that is so, a negative one an atom that is not.
pub(super) type Literal = i32;

/// A rule without variables.
#[derive(Debug)]
pub(super) struct Rule {
    /// Whether any of the head may follow, or all of it does.
    pub(super) is_choice: bool,
    /// What follows; a rule without it is a constraint.
    pub(super) head: Box<[u32]>,
    pub(super) body: Body,
}

/// What a rule asks for.
#[derive(Debug)]
pub(super) enum Body {
    /// All of these hold.
    All(Box<[Literal]>),
    /// Those of these that hold weigh so much together, or more.
    Sum(i32, Box<[(Literal, i32)]>),
}

/// What gringo has said.
#[derive(Default, Debug)]
pub(super) struct Heard {
    pub(super) rules: Vec<Rule>,
    /// The atoms that are `#external`.
    pub(super) inputs: Vec<u32>,
    /// The names of atoms.
    pub(super) atoms: Vec<(String, u32)>,
}

/// Grounds rules.
///
/// # Errors
/// When clingo cannot read or ground them.
pub(super) fn ground<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Heard, Failure> {
    let _alone = GROUNDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut heard = Heard::default();
    let mut control = Control::new()?;
    for text in texts {
        control.add(text)?;
    }
    control.ground(&mut heard)?;
    heard.atoms = control.atoms()?;
    Ok(heard)
}

/// clingo's control object, with the program part `base` alone.
struct Control(*mut c::clingo_control_t);

const BASE: &CStr = c"base";

impl Control {
    fn new() -> Result<Self, Failure> {
        let quiet = [c"--warn=none".as_ptr()];
        let mut control = ptr::null_mut();
        // SAFETY: the argument is a C string that lives on, there is no logger, and `control` may be written to.
        check(unsafe {
            c::clingo_control_new(quiet.as_ptr(), quiet.len(), None, ptr::null_mut(), 0, &raw mut control)
        })?;
        Ok(Self(control))
    }

    fn add(&mut self, text: &str) -> Result<(), Failure> {
        let text = CString::new(text).map_err(|_| Failure::Clingo("a NUL in the rules".to_owned()))?;
        // SAFETY: the control is alive, both strings are C strings that outlive the call, and there are no parameters.
        check(unsafe { c::clingo_control_add(self.0, BASE.as_ptr(), ptr::null(), 0, text.as_ptr()) })
    }

    fn ground(&mut self, heard: &mut Heard) -> Result<(), Failure> {
        let observer = c::clingo_ground_program_observer_t {
            rule: Some(hear_rule),
            weight_rule: Some(hear_weight_rule),
            external: Some(hear_external),
            init_program: None,
            begin_step: None,
            end_step: None,
            minimize: None,
            project: None,
            output_atom: None,
            output_term: None,
            assume: None,
            heuristic: None,
            acyc_edge: None,
            theory_term_number: None,
            theory_term_string: None,
            theory_term_compound: None,
            theory_element: None,
            theory_atom: None,
            theory_atom_with_guard: None,
        };
        let part = c::clingo_part_t { name: BASE.as_ptr(), params: ptr::null(), size: 0 };
        // SAFETY: the control is alive, clingo copies the observer, and `heard` outlives the grounding, which alone makes it speak: rules
        // that are observed in place of the solver (`true`) are never solved.
        check(unsafe {
            c::clingo_control_register_observer(
                self.0,
                &raw const observer,
                true,
                ptr::from_mut(heard).cast(),
            ) && c::clingo_control_ground(self.0, &raw const part, 1, None, ptr::null_mut())
        })
    }

    /// All atoms that a rule of the ground program can derive.
    fn atoms(&self) -> Result<Vec<(String, u32)>, Failure> {
        let mut found = Vec::new();
        let mut atoms = ptr::null();
        let (mut at, mut end) = (0, 0);
        // SAFETY: the control is alive and nothing is ground any more, so its atoms and iterators over them stay valid; all that is
        // pointed to may be written to.
        unsafe {
            check(c::clingo_control_symbolic_atoms(self.0, &raw mut atoms))?;
            check(c::clingo_symbolic_atoms_begin(atoms, ptr::null(), &raw mut at))?;
            check(c::clingo_symbolic_atoms_end(atoms, &raw mut end))?;
            loop {
                let (mut is_end, mut symbol, mut literal) = (false, 0, 0);
                check(c::clingo_symbolic_atoms_iterator_is_equal_to(atoms, at, end, &raw mut is_end))?;
                if is_end {
                    return Ok(found);
                }
                check(c::clingo_symbolic_atoms_symbol(atoms, at, &raw mut symbol))?;
                check(c::clingo_symbolic_atoms_literal(atoms, at, &raw mut literal))?;
                // What no rule of the ground program derives has no number.
                if literal != 0 {
                    found.push((name(symbol)?, literal.unsigned_abs()));
                }
                check(c::clingo_symbolic_atoms_next(atoms, at, &raw mut at))?;
            }
        }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        // SAFETY: it was made by `clingo_control_new`, and nobody else has it.
        unsafe { c::clingo_control_free(self.0) };
    }
}

/// A symbol as text.
fn name(symbol: c::clingo_symbol_t) -> Result<String, Failure> {
    let mut size = 0;
    // SAFETY: symbols live as long as the program, and the second call writes as many bytes as the first has asked for.
    let bytes = unsafe {
        check(c::clingo_symbol_to_string_size(symbol, &raw mut size))?;
        let mut bytes = vec![0_u8; size];
        check(c::clingo_symbol_to_string(symbol, bytes.as_mut_ptr().cast::<c_char>(), size))?;
        bytes
    };
    let text = CStr::from_bytes_until_nul(&bytes).map_err(|error| Failure::Clingo(error.to_string()))?;
    Ok(text.to_string_lossy().into_owned())
}

/// What clingo has against a call that failed.
fn check(is_done: bool) -> Result<(), Failure> {
    if is_done {
        return Ok(());
    }
    // SAFETY: the message is null or a C string that stays valid until the next call.
    let message = unsafe {
        let message = c::clingo_error_message();
        if message.is_null() { None } else { Some(CStr::from_ptr(message).to_string_lossy().into_owned()) }
    };
    Err(Failure::Clingo(message.unwrap_or_else(|| "for no reason".to_owned())))
}

/// # Safety
/// `data` is null or points to so many values.
unsafe fn copied<T: Copy>(data: *const T, size: usize) -> Box<[T]> {
    if data.is_null() {
        return Box::default();
    }
    // SAFETY: see above.
    unsafe { std::slice::from_raw_parts(data, size) }.into()
}

/// # Safety
/// `heard` is the listener that was registered, and nobody else uses it now.
unsafe extern "C" fn hear_rule(
    is_choice: bool,
    head: *const c::clingo_atom_t,
    head_size: usize,
    body: *const c::clingo_literal_t,
    body_size: usize,
    heard: *mut c_void,
) -> bool {
    // SAFETY: clingo passes the listener and two arrays with their sizes.
    unsafe {
        let (head, body) = (copied(head, head_size), Body::All(copied(body, body_size)));
        (*heard.cast::<Heard>()).rules.push(Rule { is_choice, head, body });
    }
    true
}

/// # Safety
/// `heard` is the listener that was registered, and nobody else uses it now.
unsafe extern "C" fn hear_weight_rule(
    is_choice: bool,
    head: *const c::clingo_atom_t,
    head_size: usize,
    bound: c::clingo_weight_t,
    body: *const c::clingo_weighted_literal_t,
    body_size: usize,
    heard: *mut c_void,
) -> bool {
    // SAFETY: clingo passes the listener and two arrays with their sizes.
    unsafe {
        let body = copied(body, body_size).iter().map(|part| (part.literal, part.weight)).collect();
        let (head, body) = (copied(head, head_size), Body::Sum(bound, body));
        (*heard.cast::<Heard>()).rules.push(Rule { is_choice, head, body });
    }
    true
}

/// # Safety
/// `heard` is the listener that was registered, and nobody else uses it now.
unsafe extern "C" fn hear_external(
    atom: c::clingo_atom_t,
    _: c::clingo_external_type_t,
    heard: *mut c_void,
) -> bool {
    // SAFETY: clingo passes the listener.
    unsafe { (*heard.cast::<Heard>()).inputs.push(atom) };
    true
}
