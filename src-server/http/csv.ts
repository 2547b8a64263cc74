import type { RequestHandler } from 'express';
import { validationError } from './error.ts';

/**
 * Lets every answer behind it be had as CSV: `?format=csv`, `json` being the default, anything else a 400. In CSV the items of a
 * list are rows, anything else is one row. Errors stay JSON.
 */
export const csvOrJson: RequestHandler = (request, response, next) => {
  const { format } = request.query;
  if (format === undefined || format === '' || format === 'json') return next();
  if (format !== 'csv') throw validationError('invalid_choice', 'The format must be "csv" or "json".', 'format');
  const { json } = response;
  response.json = (body) =>
    response.statusCode >= 400
      ? json.call(response, body)
      : response.type('text/csv').send(toCsv(isList(body) ? body.results : [body]));
  next();
};

const isList = (body: unknown): body is { results: unknown[] } =>
  typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results);

/**
 * CSV by RFC 4180 with a header: CRLF, quotes where needed. Nested keys are dotted (`created_by.email`, `steps.0.event`), a list
 * of plain values is one cell of JSON, null is empty. Without an item there is no header either: nothing says what it would be.
 */
export function toCsv(items: unknown[]): string {
  if (items.length === 0) return '';
  const rows = items.map((item) => new Map(cellsOf(item, '')));
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [header.map(cell), ...rows.map((row) => header.map((key) => cell(row.get(key))))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function cellsOf(value: unknown, key: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[key, value]];
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null)) {
    return [[key, JSON.stringify(value)]];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return [[key, '{}']];
  return entries.flatMap(([name, inner]) => cellsOf(inner, key === '' ? name : `${key}.${name}`));
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it, which makes it text there. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const inert = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
