// Where we answer otherwise than Parse Server 9.10 on PostgreSQL, and why.

export const listed = [];
