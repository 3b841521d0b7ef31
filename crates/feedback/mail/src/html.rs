//! Mails as HTML: components that return escaped HTML with inline styles.
//!
//! Tables and width attributes are for clients with the layout engine of a word processor. A colour
//! is written inline for the light scheme and has a class by which the style sheet replaces it.

use std::fmt;

use crate::block::{Block, Content, Footer, Row};
use crate::palette::{self as p, Shade};
use crate::reader::{LOGO_ID, Logo, PageForm, Programme, Reader};
use crate::{style, text};

const SANS: &str = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO: &str = "font-family:'JetBrains Mono','SF Mono',Menlo,Consolas,monospace";
const TABLE: &str = r#"role="presentation" cellpadding="0" cellspacing="0" border="0""#;

/// The whole mail.
pub(crate) fn document(
    programme: &Programme,
    reader: &Reader,
    content: &Content,
    footer: &Footer,
) -> String {
    let (tone, label) = &content.label;
    let mut body = eyebrow(tone.shade(), label);
    body.push_str(&heading(&content.heading));
    let blocks = content.blocks.iter().map(|block| component(programme, block));
    body.extend(blocks);
    let end = self::footer(programme, footer);
    shell(programme, reader.language.tag(), &content.subject, &content.preheader, &body, &end)
}

/// A page with the same components. Its forms post to its own address.
pub(crate) fn page(
    programme: &Programme,
    head: &str,
    said: &str,
    forms: &[PageForm<'_>],
) -> String {
    let mut body = format!("{}{}", heading(head), paragraph(said));
    for (at, form) in forms.iter().enumerate() {
        let (ground, ink) = if at == 0 { (p::INVERSE, p::ON_INVERSE) } else { (p::SUNKEN, p::INK) };
        body.push_str(&format!(
            r#"<form method="post" style="margin:0 0 10px"><input type="hidden" name="scope" value="{}"><span class="wide"><button type="submit" class="{} {}" style="{};{};{SANS};font-size:14px;line-height:20px;font-weight:600;padding:11px 20px;border:0;border-radius:5px;cursor:pointer">{}</button></span></form>"#,
            form.scope,
            class('g', ground),
            class('t', ink),
            ground_of(ground),
            ink_of(ink),
            Escaped(form.label),
        ));
    }
    shell(programme, "en", head, "", &body, "")
}

/// The frame: the sender, a panel on the canvas, the footer.
fn shell(
    programme: &Programme,
    language: &str,
    title: &str,
    preheader: &str,
    body: &str,
    end: &str,
) -> String {
    let hidden = match preheader {
        "" => String::new(),
        said => format!(
            r#"<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">{}</div>"#,
            Escaped(&text::one_line(said))
        ),
    };
    let (canvas, panel) = (class('g', p::CANVAS), class('g', p::PANEL));
    format!(
        r#"<!doctype html><html lang="{language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>{title}</title><style>{sheet}</style></head><body class="{canvas}" style="margin:0;padding:0;{on_canvas};-webkit-text-size-adjust:100%">{hidden}<table {TABLE} width="100%" class="{canvas}" bgcolor="{canvas_colour}" style="width:100%;{on_canvas}"><tr><td class="edge" align="center" style="padding:28px 16px 36px"><table {TABLE} width="600" style="width:100%;max-width:600px"><tr><td align="left" style="padding:0 2px 14px">{brand}</td></tr><tr><td class="pad {panel} {line}" align="left" bgcolor="{panel_colour}" style="{on_panel};border:1px solid {line_colour};border-radius:7px;padding:28px 32px 30px">{body}</td></tr><tr><td align="left" style="padding:18px 2px 0">{end}</td></tr></table></td></tr></table></body></html>"#,
        title = Escaped(&text::subject(title)),
        sheet = style::sheet(programme.button.as_ref()),
        on_canvas = ground_of(p::CANVAS),
        canvas_colour = p::CANVAS.light,
        panel_colour = p::PANEL.light,
        on_panel = ground_of(p::PANEL),
        line = class('l', p::LINE),
        line_colour = p::LINE.light,
        brand = brand(programme),
    )
}

/// The logo and the programme's name.
fn brand(programme: &Programme) -> String {
    let (logo, gap) = match programme.logo {
        Logo::Mark => (mark(), 10),
        Logo::Attached => (
            format!(
                r#"<td width="24" height="24" valign="middle" style="width:24px;height:24px"><img src="cid:{LOGO_ID}" width="24" height="24" alt="" style="display:block;border:0"></td>"#
            ),
            10,
        ),
        Logo::Omitted => (String::new(), 0),
    };
    format!(
        r#"<table {TABLE}><tr>{logo}<td class="{ink}" style="{text_ink};{SANS};font-size:14px;line-height:24px;font-weight:600;padding-left:{gap}px">{name}</td></tr></table>"#,
        ink = class('t', p::INK),
        text_ink = ink_of(p::INK),
        name = Escaped(&text::one_line(&programme.name)),
    )
}

/// The mark of Touchstone: a streak on a stone plate.
fn mark() -> String {
    format!(
        r#"<td class="{stone}" width="24" height="24" align="center" valign="middle" bgcolor="{stone_colour}" style="width:24px;height:24px;{on_stone};border-radius:7px"><span class="{streak}" style="{gold};{SANS};font-size:15px;line-height:24px;font-weight:700" aria-hidden="true">&#9585;</span></td>"#,
        stone = class('g', p::STONE),
        stone_colour = p::STONE.light,
        on_stone = ground_of(p::STONE),
        streak = class('t', p::STREAK),
        gold = ink_of(p::STREAK),
    )
}

fn component(programme: &Programme, block: &Block) -> String {
    match block {
        Block::Text(said) => paragraph(said),
        Block::Section(name) => section(name),
        Block::Quote { by, text } => quote(by, text),
        Block::Figure { value, unit, is_earned } => figure(value, unit, *is_earned),
        Block::Button { label, path } => button(programme, label, path),
        Block::Row(one) => row(programme, one),
        Block::Rule => rule(),
    }
}

/// The label, never distinguished by colour alone.
fn eyebrow(shade: Shade<'_>, label: &str) -> String {
    format!(
        r#"<p class="{}" style="margin:0 0 6px;{};{SANS};font-size:13px;line-height:18px;font-weight:500">{}</p>"#,
        class('t', shade),
        ink_of(shade),
        Escaped(&text::one_line(label)),
    )
}

fn heading(head: &str) -> String {
    format!(
        r#"<h1 class="{}" style="margin:0 0 14px;{};{SANS};font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.011em">{}</h1>"#,
        class('t', p::INK),
        ink_of(p::INK),
        Escaped(&text::one_line(head)),
    )
}

fn paragraph(said: &str) -> String {
    format!(
        r#"<p class="{}" style="margin:0 0 16px;{};{SANS};font-size:15px;line-height:24px">{}</p>"#,
        class('t', p::INK_2),
        ink_of(p::INK_2),
        Broken(said),
    )
}

fn section(name: &str) -> String {
    format!(
        r#"<h2 class="{}" style="margin:22px 0 8px;{};{SANS};font-size:13px;line-height:20px;font-weight:600">{}</h2>"#,
        class('t', p::INK),
        ink_of(p::INK),
        Escaped(&text::one_line(name)),
    )
}

/// A quoted text of a user.
fn quote(by: &str, said: &str) -> String {
    format!(
        r#"<table {TABLE} width="100%" style="width:100%;margin:0 0 18px"><tr><td class="{ground} {line}" bgcolor="{colour}" style="{on};border-left:3px solid {line_colour};border-radius:3px;padding:12px 16px 14px"><p class="{quiet}" style="margin:0 0 4px;{quiet_ink};{SANS};font-size:12px;line-height:16px;font-weight:500">{by}</p><p class="{ink}" style="margin:0;{text_ink};{SANS};font-size:15px;line-height:24px;word-break:break-word">{said}</p></td></tr></table>"#,
        ground = class('g', p::SUNKEN),
        line = class('l', p::LINE_STRONG),
        colour = p::SUNKEN.light,
        on = ground_of(p::SUNKEN),
        line_colour = p::LINE_STRONG.light,
        quiet = class('t', p::INK_3),
        quiet_ink = ink_of(p::INK_3),
        ink = class('t', p::INK),
        text_ink = ink_of(p::INK),
        by = Escaped(&text::one_line(by)),
        said = Broken(&text::quotation(said)),
    )
}

/// A number, in gold if it was earned.
fn figure(value: &str, unit: &str, is_earned: bool) -> String {
    let shade = if is_earned { p::GOLD } else { p::INK };
    format!(
        r#"<p class="{}" style="margin:0 0 16px;{};{SANS};font-size:28px;line-height:34px;font-weight:600;letter-spacing:-0.022em">{} <span class="{}" style="{};font-size:15px;line-height:24px;font-weight:400;letter-spacing:0">{}</span></p>"#,
        class('t', shade),
        ink_of(shade),
        Escaped(value),
        class('t', p::INK_2),
        ink_of(p::INK_2),
        Escaped(unit),
    )
}

/// The main button. The colour is on the cell and on the link, because some clients ignore one of
/// them.
fn button(programme: &Programme, label: &str, path: &str) -> String {
    let [ground, ink] = match &programme.button {
        Some(colours) => p::chosen(colours),
        None => [p::INVERSE, p::ON_INVERSE],
    };
    format!(
        r#"<table {TABLE} class="wide" style="margin:4px 0 18px"><tr><td class="{ground}" align="center" bgcolor="{colour}" style="{on};border-radius:5px"><a class="{ground} {ink}" href="{link}" style="display:inline-block;{on};{text_ink};{SANS};font-size:14px;line-height:20px;font-weight:600;text-decoration:none;padding:11px 20px;border-radius:5px">{label}</a></td></tr></table>"#,
        colour = ground.light,
        on = ground_of(ground),
        text_ink = ink_of(ink),
        ground = class('g', ground),
        ink = class('t', ink),
        link = Link(programme, path),
        label = Escaped(&text::one_line(label)),
    )
}

/// A line of a list: a short name, a linked title, and a note.
fn row(programme: &Programme, row: &Row) -> String {
    let mark = match &*row.mark {
        "" => String::new(),
        mark => format!(
            r#"<td class="{} {}" width="52" valign="top" style="border-top:1px solid {};{};{MONO};font-size:12px;line-height:20px;padding:10px 10px 10px 0;white-space:nowrap">{}</td>"#,
            class('t', p::INK_3),
            class('l', p::LINE_FAINT),
            p::LINE_FAINT.light,
            ink_of(p::INK_3),
            Escaped(mark),
        ),
    };
    let note = match &*row.note {
        "" => String::new(),
        note => format!(
            r#"<br><span class="{}" style="{};font-size:13px;line-height:18px">{}</span>"#,
            class('t', p::INK_3),
            ink_of(p::INK_3),
            Escaped(&text::one_line(note)),
        ),
    };
    format!(
        r#"<table {TABLE} width="100%" style="width:100%"><tr>{mark}<td class="{line}" valign="top" style="border-top:1px solid {line_colour};{SANS};font-size:14px;line-height:20px;padding:10px 0;word-break:break-word"><a class="{ink}" href="{link}" style="{text_ink};font-weight:500;text-decoration:none">{title}</a>{note}</td></tr></table>"#,
        line = class('l', p::LINE_FAINT),
        line_colour = p::LINE_FAINT.light,
        ink = class('t', p::LINK),
        text_ink = ink_of(p::LINK),
        link = Link(programme, &row.path),
        title = Escaped(&text::one_line(&row.title)),
    )
}

fn rule() -> String {
    format!(
        r#"<table {TABLE} width="100%" style="width:100%"><tr><td class="{}" height="1" style="border-top:1px solid {};font-size:0;line-height:0;padding:0 0 16px">&nbsp;</td></tr></table>"#,
        class('l', p::LINE_FAINT),
        p::LINE_FAINT.light,
    )
}

/// Why the reader gets it, and how to change that.
fn footer(programme: &Programme, footer: &Footer) -> String {
    let style = format!("{};{SANS};font-size:12px;line-height:18px", ink_of(p::INK_3),);
    let quiet = class('t', p::INK_3);
    let links: Vec<String> = footer
        .links
        .iter()
        .map(|(label, path)| {
            format!(
                r#"<a class="{quiet}" href="{}" style="{style};text-decoration:underline">{}</a>"#,
                Link(programme, path),
                Escaped(label),
            )
        })
        .collect();
    format!(
        r#"<p class="{quiet}" style="margin:0 0 6px;{style}">{}</p><p class="{quiet}" style="margin:0;{style}">{}</p>"#,
        Escaped(&text::one_line(&footer.why)),
        links.join(" &nbsp;&#183;&nbsp; "),
    )
}

fn class(letter: char, shade: Shade<'_>) -> String {
    format!("{letter}-{}", shade.name)
}

fn ink_of(shade: Shade<'_>) -> String {
    format!("color:{}", shade.light)
}

fn ground_of(shade: Shade<'_>) -> String {
    format!("background-color:{}", shade.light)
}

/// A text escaped for HTML, also inside a quoted attribute.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            c => fmt::Write::write_char(f, c),
        })
    }
}

/// The same with line breaks.
struct Broken<'a>(&'a str);

impl fmt::Display for Broken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in text::lines(self.0).lines().enumerate() {
            if at > 0 {
                f.write_str("<br>")?;
            }
            Escaped(line).fmt(f)?;
        }
        Ok(())
    }
}

/// A path of the programme's own site. Mails link nowhere else.
struct Link<'a>(&'a Programme, &'a str);

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Escaped(&self.0.site), Escaped(self.1))
    }
}
