import { textLiteral } from './literal.ts';

/** Characters of a value, which ends before them. */
const maxValue = 120;
/** Values whose JSON ends where the next property or the object does. */
const simpleValue = String.raw`^(-?[0-9][-+.0-9eE]*|"[^"\\]*"|true|false|null)[,}]`;
/** A name that begins like what follows the end of a text. */
const followsText = /^[:,\]}]/;

/**
 * Returns SQL for the JSON of an object with one of the `properties` of an event, or without it if they lack it. Empty where that
 * is not sure: after another object the name may be in that. JSON must have the name unchanged (`jsonPathOf`). As
 * `JSON.stringify` writes it, a quote after a comma or brace begins a text, which is a name if a colon follows, or ends one.
 */
export function onePropertySql(name: string): string {
  if (followsText.test(name)) return "''";
  const start = `,"${name}":`;
  // With a comma in place of the first brace.
  const following = `concat(',', substring(properties, 2))`;
  const at = `position(${following}, ${textLiteral(start)})`;
  const object = `position(${following}, '{')`;
  const after = `substring(${following}, ${at} + ${Buffer.byteLength(start)}, ${maxValue})`;
  const value = `extract(${after}, ${textLiteral(simpleValue)})`;
  const json = `concat(${textLiteral(`{"${name}":`)}, ${value}, '}')`;
  return `multiIf(${at} = 0, '{}', ${value} = '' OR (${object} > 0 AND ${object} < ${at}), '', ${json})`;
}
