mod check;
mod table;
mod walk;
