import type { Response } from 'express';
import { z } from 'zod';
import { maxCsvColumns } from '../core/limits-contract.ts';
import { csvText } from './csv-contract.ts';
import { validationError } from './error.ts';

/** `format` of endpoints with `csv`. Errors are always JSON. */
export const formatQuery = z.object({
  format: z.enum(['csv', 'json'], 'must be "csv" or "json"').default('json'),
});

/** Answers with CSV: one row per item of a list, else one row. `schema` gives the columns of an empty list. */
export function sendCsv(response: Response, body: unknown, schema: z.ZodType): void {
  const results = schema instanceof z.ZodObject ? schema.shape.results : undefined;
  const columns = results instanceof z.ZodArray ? columnsOf(results.element, '') : [];
  response.type('text/csv').send(toCsv(isList(body) ? body.results : [body], columns));
}

function columnsOf(schema: unknown, key: string): string[] {
  // Optional fields are missing from most rows.
  if (schema instanceof z.ZodOptional) return [];
  if (schema instanceof z.ZodNullable) return columnsOf(schema.unwrap(), key);
  if (!(schema instanceof z.ZodObject)) return [key];
  return Object.entries(schema.shape).flatMap(([name, inner]) =>
    columnsOf(inner, key === '' ? name : `${key}.${name}`),
  );
}

const isList = (body: unknown): body is { results: unknown[] } =>
  typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results);

/**
 * Writes CSV with a header. Nested keys are dotted (`created_by.email`, `steps.0.event`); a list of plain values is one cell of
 * JSON. The header has the keys of all items; without items, `columns`.
 */
function toCsv(items: unknown[], columns: string[]): string {
  const rows = items.map((item) => new Map(cellsOf(item, '')));
  const header = rows.length === 0 ? columns : headerOf(rows);
  return csvText([header, ...rows.map((row) => header.map((key) => row.get(key)))]);
}

/** Returns the columns of rows. Throws if there are too many: rows with few keys in common leave most cells empty. */
function headerOf(rows: Map<string, unknown>[]): string[] {
  const header = new Set<string>();
  for (const row of rows) for (const key of row.keys()) header.add(key);
  if (header.size <= maxCsvColumns) return [...header];
  const detail = `A CSV has at most ${maxCsvColumns} columns, and these rows need ${header.size}. Use format=json, or a smaller limit.`;
  throw validationError('invalid_input', detail, 'format');
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
