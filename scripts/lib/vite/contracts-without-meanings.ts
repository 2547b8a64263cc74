import type { Plugin } from 'vite';

const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`;
const descriptions = new RegExp(String.raw`\s*\.describe\(\s*${text},?\s*\)`, 'g');
const lists = /\bcodes\(\{[\s\S]*?\n\s*\}\)/g;
const meanings = new RegExp(String.raw`^(\s*\w+:)\s*${text},$`, 'gm');

/** Removes the words that only the API's description has from the code of a contract. */
export const withoutMeanings = (code: string): string =>
  code.replace(lists, (list) => list.replace(meanings, "$1 '',")).replace(descriptions, '');

/** Strips the descriptions of codes and fields from the window: only the server describes its API. */
export const contractsWithoutMeanings: Plugin = {
  name: 'benchtop:contracts-without-meanings',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]src-server[\\/].*contract\.ts$/ },
    handler: (code) => ({ code: withoutMeanings(code), map: null }),
  },
};
