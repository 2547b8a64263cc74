import { hash } from 'node:crypto';
import type { Request } from 'express';

/** Returns the ETag of a content. */
export const etagOf = (text: string): string => `"${hash('sha256', text)}"`;

/** Returns the tags of `If-None-Match`. Express sends no 304 to Node's fetch, which sends "no-cache". */
export const knownTags = (request: Request): string[] =>
  (request.get('if-none-match') ?? '').split(',').map((part) => part.trim().replace(/^W\//, ''));
