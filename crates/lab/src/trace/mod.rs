//! Single games: told in words, traced, and foreign traces replayed.

pub mod grid_narration;
pub mod grid_picture;
pub mod narration;
pub mod play;
pub mod replay;
