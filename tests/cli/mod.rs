//! The commands, seen from outside.

mod add;
mod approvals;
mod check;
mod completion;
mod contract;
mod declared;
mod describe;
mod doctor;
mod hostile;
mod log;
mod machine_policy;
mod new;
mod opens_nothing;
mod plugins;
mod progress;
mod result_formats;
mod secrets;
mod sql_template;
mod trust;
mod why;
