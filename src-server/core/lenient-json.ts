import { endOfText } from './json-scan.ts';

/** Parses JSON where a bare `NaN` or `Infinity`, which Python writes, is null. Throws what JSON.parse says of the text as sent. */
export function parseLenientJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!text.includes('NaN') && !text.includes('Infinity')) throw error;
    try {
      return JSON.parse(withNulls(Buffer.from(text)));
    } catch {
      throw error;
    }
  }
}

/** The text with `null` for each of these outside of strings; each byte is looked at once. */
function withNulls(json: Buffer): string {
  const cleaned = Buffer.allocUnsafe(Math.ceil((json.length * 4) / 3));
  let length = 0;
  const copy = (start: number, end: number) => {
    length += json.copy(cleaned, length, start, end);
  };
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === 0x22) at = endOfText(json, at);
    if (byte !== 0x4e && byte !== 0x49) continue;
    const name = byte === 0x4e ? 'NaN' : 'Infinity';
    if (json.toString('latin1', at, at + name.length) !== name) continue;
    const isNegative = byte === 0x49 && at > copied && json[at - 1] === 0x2d;
    copy(copied, isNegative ? at - 1 : at);
    length += cleaned.write('null', length);
    copied = at + name.length;
    at = copied - 1;
  }
  copy(copied, json.length);
  return cleaned.toString('utf8', 0, length);
}
