import { hash } from 'node:crypto';

/** Returns the text, or of a longer one its digest, to find something by. */
export const shortKey = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : hash('sha256', text, 'base64');
