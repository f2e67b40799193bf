//! The functions of the WebAssembly module: a request goes in as text, its answer comes out as text.
//!
//! A page's binding to one function of this shape is some ten lines; a binding generator would be a
//! tool of exactly this version on every machine that builds.

use crate::{Board, MAX_REQUEST};
use powergrab_bots::strategy::net::provide_weights;
use powergrab_lab::study::manifest;
use std::cell::RefCell;

struct Module {
    board: Board,
    request: Vec<u8>,
    answer: String,
}

impl Default for Module {
    fn default() -> Module {
        manifest::set_commit(powergrab_stamp::commit!());
        Module {
            board: Board::default(),
            request: Vec::new(),
            answer: String::new(),
        }
    }
}

thread_local! {
    // The module has one thread.
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Returns room for a request of `n` bytes; null if that is too long.
#[unsafe(no_mangle)]
pub extern "C" fn board_alloc(n: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        if n > MAX_REQUEST {
            return std::ptr::null_mut();
        }
        module.request.clear();
        module.request.resize(n, 0);
        module.request.as_mut_ptr()
    })
}

/// Takes the first `n` bytes of that room as the weights of the learned bot, which the module does
/// not contain. Called once, before the first request.
#[unsafe(no_mangle)]
pub extern "C" fn board_weights(n: usize) {
    MODULE.with_borrow_mut(|module| {
        let mut weights = std::mem::take(&mut module.request);
        weights.truncate(n);
        provide_weights(weights);
    });
}

/// Answers the request of the first `n` bytes of that room. Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn board_request(n: usize) -> usize {
    MODULE.with_borrow_mut(|module| {
        let request = module.request.get(..n).unwrap_or(&[]);
        let request = String::from_utf8_lossy(request);
        module.answer = module.board.answer(&request);
        module.answer.len()
    })
}

/// Returns the place of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn board_answer() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
