// What a Markdown file links to, and what can be linked to in it.

/** The text without fenced blocks and code spans, in which brackets are no links; lines keep their numbers. */
function prose(text) {
  let fence = null;
  const lines = text.split('\n').map(line => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence)) fence = null;
      return '';
    }
    if (mark) fence = mark;
    return mark ? '' : line;
  });
  return lines.map(line => line.replace(/(`+)(?:(?!\1).)+\1/g, span => 'x'.repeat(span.length)));
}

/** Every link and picture, as `{ line, target }`. */
export function linksOf(text) {
  const found = [];
  prose(text).forEach((line, index) => {
    for (const [, target] of line.matchAll(/\]\(<?([^()\s>]+(?:\([^()\s]*\))?)>?(?:\s+"[^"]*")?\)/g)) found.push({ line: index + 1, target });
    const definition = /^\s*\[[^\]]+\]:\s+(\S+)/.exec(line);
    if (definition) found.push({ line: index + 1, target: definition[1] });
    for (const [, target] of line.matchAll(/<(?:a|img)\s[^>]*(?:href|src)="([^"]+)"/g)) found.push({ line: index + 1, target });
  });
  return found;
}

/** The anchors of its headings, as GitHub and mdBook make them. */
export function anchorsOf(text) {
  const anchors = new Set();
  const plain = prose(text);
  const lines = text.split('\n');
  plain.forEach((line, index) => {
    if (!/^#{1,6}\s/.test(line)) return;
    const title = lines[index].replace(/^#+\s+/, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  });
  return anchors;
}
