import { malformed, validationError } from '../../http/error.ts';

/** Maximum fields of a form; SDKs send five. */
const maxFields = 1000;

/** The field `data` as bytes and the other known fields as text. */
export type Form = { data: Buffer } & { [Name in (typeof names)[number]]?: string };

const names = ['compression', 'api_key', 'token', 'project_id'] as const;

/**
 * Reads `application/x-www-form-urlencoded` in one pass; the first of repeated fields counts. URLSearchParams is quadratic in the
 * number of fields. Throws 400 for too many fields or no `data`.
 */
export function readForm(body: Buffer): Form {
  const form: Partial<Form> = {};
  let count = 0;
  for (let start = 0; start < body.length; count++) {
    if (count === maxFields) throw malformed(`a form must have at most ${maxFields} fields`);
    const next = body.indexOf(0x26, start);
    const end = next < 0 ? body.length : next;
    const equals = body.subarray(start, end).indexOf(0x3d);
    const nameEnd = equals < 0 ? end : start + equals;
    // No known name is longer, even when encoded.
    const name = nameEnd - start > 40 ? '' : decodeField(body.subarray(start, nameEnd)).toString();
    const value = body.subarray(Math.min(nameEnd + 1, end), end);
    if (name === 'data') form.data ??= decodeField(value);
    const known = names.find((candidate) => candidate === name);
    if (known !== undefined) form[known] ??= decodeField(value).toString();
    start = end + 1;
  }
  const { data, ...rest } = form;
  if (data === undefined) throw validationError('no_data', 'No data found: the form has no field "data".');
  return { data, ...rest };
}

/** Decodes percent-encoding and `+`; an invalid `%` stays. */
function decodeField(field: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(field.length);
  let length = 0;
  for (let at = 0; at < field.length; at++) {
    const byte = field[at] ?? 0;
    const code = byte === 0x25 ? hexDigit(field[at + 1]) * 16 + hexDigit(field[at + 2]) : Number.NaN;
    if (!Number.isNaN(code)) at += 2;
    decoded[length] = Number.isNaN(code) ? (byte === 0x2b ? 0x20 : byte) : code;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
