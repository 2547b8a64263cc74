import type { JsonText, NeededTexts } from '../../../properties/needed-texts.ts';
import type { Prefilter } from '../../prefilter/prefilter.ts';
import { textLiteral } from './literal.ts';

/** Prints a prefilter for ClickHouse. `sentName` returns the name that the archive has of an event; undefined: it has none. */
export function inClickHouse(prefilter: Prefilter, sentName: (name: string) => string | undefined): string {
  const alternatives = prefilter.flatMap(({ event, texts }) => {
    if (event === null) return [ofTexts(texts)];
    const name = sentName(event);
    return name === undefined ? [] : [`event = ${textLiteral(name)} AND ${ofTexts(texts)}`];
  });
  return alternatives.length === 0 ? '0' : alternatives.map((sql) => `(${sql})`).join(' OR ');
}

const ofTexts = (texts: NeededTexts): string =>
  texts.length === 0 ? '1' : texts.map((any) => `(${any.map(ofText).join(' OR ')})`).join(' AND ');

const ofText = ({ text, ignoresCase }: JsonText): string =>
  `${ignoresCase ? 'positionCaseInsensitive' : 'position'}(properties, ${textLiteral(text)}) > 0`;
