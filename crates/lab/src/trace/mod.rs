//! Single games: narrated, traced, and foreign traces replayed.

pub mod games;
pub mod grid_narration;
pub mod grid_picture;
pub mod intervention;
pub mod narration;
pub mod play;
pub mod replay;
pub mod tell;
