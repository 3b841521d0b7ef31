//! Writes every letter as HTML and as plain text into a folder, for pictures of them.

use std::path::Path;
use std::{env, fs, io};

use letters::{Letter, sample};

fn main() -> io::Result<()> {
    let Some(folder) = env::args().nth(1) else {
        return Err(io::Error::other("say into which folder"));
    };
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let (programme, reader) = (sample::programme(), sample::reader());
    for (name, notice) in sample::believable() {
        write(folder, name, &letters::letter(&programme, &reader, &notice))?;
    }
    write(folder, "digest", &letters::digest(&programme, &reader, &sample::gathered()))
}

fn write(folder: &Path, name: &str, letter: &Letter) -> io::Result<()> {
    fs::write(folder.join(format!("{name}.html")), &letter.html)?;
    let text = format!("Subject: {}\n\n{}", letter.subject, letter.text);
    fs::write(folder.join(format!("{name}.txt")), text)
}
