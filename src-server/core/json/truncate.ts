import type { z } from 'zod';
import type { truncation } from '../contract.ts';
import { maxListedKey, maxListedProperties, maxListedValue } from '../limits-contract.ts';
import { clip } from '../text/clip-contract.ts';
import { jsonStart } from './json.ts';
import { parseJson } from './parse-json-contract.ts';

type Properties = Record<string, unknown>;

export type Listed = { properties: Properties; truncated?: z.infer<typeof truncation> };

/** Parses stored properties for a list; large ones lose their largest values. */
export function listedProperties(json: string): Listed & { size: number } {
  const properties: Properties = parseJson(json);
  if (json.length <= maxListedProperties) return { properties, size: json.length };
  const kept = new Map<string, unknown>();
  const values = new Map<string, number>();
  let size = 0;
  let omitted = 0;
  for (const [key, value] of Object.entries(properties)) {
    const start = jsonStart(value, maxListedValue + 1);
    const isCut = start.length > maxListedValue;
    const length = key.length + Math.min(start.length, maxListedValue);
    if (key.length > maxListedKey || size + length > maxListedProperties) {
      omitted += 1;
      continue;
    }
    size += length;
    kept.set(key, isCut ? clip(typeof value === 'string' ? value : start, maxListedValue) : value);
    if (isCut) values.set(key, typeof value === 'string' ? value.length : JSON.stringify(value).length);
  }
  const truncated = { size: json.length, values: Object.fromEntries(values), omitted };
  return { properties: Object.fromEntries(kept), truncated, size };
}
