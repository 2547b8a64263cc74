import { type GlossaryTerm, glossary, type TermId } from './glossary-words.ts';

/** A piece of a text; `term` where it is the first mention of a term of the glossary. */
export type TextPiece = { text: string; at: number; term: TermId | null };

const terms = Object.entries(glossary) as [TermId, GlossaryTerm][];
const idOf = new Map(terms.flatMap(([id, { written }]) => written.map((phrase) => [phrase, id])));
const escaped = (phrase: string) => phrase.replaceAll(/[().^$*+?[\]{}|\\]/g, String.raw`\$&`);
// The longest first, so that "always-valid interval" is not read as a shorter term within it.
const phrases = [...idOf.keys()].toSorted((one, other) => other.length - one.length).map(escaped);
const mention = new RegExp(String.raw`(?<![\w-])(?:${phrases.join('|')})(?![\w-])`, 'gi');

/** Splits a text at the terms of the glossary; each term is marked once. */
export function splitTerms(text: string): TextPiece[] {
  const seen = new Set<TermId>();
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(mention)) {
    const term = idOf.get(found.toLowerCase());
    if (term === undefined || seen.has(term)) continue;
    seen.add(term);
    if (index > from) pieces.push({ text: text.slice(from, index), at: from, term: null });
    pieces.push({ text: found, at: index, term });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), at: from, term: null });
  return pieces;
}
