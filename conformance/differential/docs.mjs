export function writeDocs() {}
export function checkDocs() { return []; }
