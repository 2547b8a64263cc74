import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import { operatorWords } from '../../properties/words.ts';

const nouns = new Map([
  ['event', 'name'],
  ['url', 'URL'],
  ['tag_name', 'tag'],
  ['text', 'text'],
  ['href', 'link'],
]);
const differences = {
  case: 'differs only in case: it is',
  space: 'differs only in white space: it is',
  case_and_space: 'differs only in case and white space: it is',
  longer: 'contains it, but is longer: it is',
};
const urlDifferences = {
  case: 'The URL contains it in a different case.',
  slash: 'The URLs differ only in the slash at the end.',
  query: 'The URLs differ only after the "?" or "#".',
  slash_and_query: 'The URLs differ only in the slash at the end of the path, and after the "?" or "#".',
};

/** Describes the smallest change that would make a condition hold; '' where nothing is near. */
export function nearestWords({
  field,
  property,
  nearest,
}: Pick<ConditionVerdict, 'field' | 'property' | 'nearest'>): string {
  const noun = nouns.get(field) ?? 'value';
  switch (nearest?.kind) {
    case undefined:
      return '';
    case 'text':
      return `The ${noun} ${differences[nearest.difference]} ${JSON.stringify(nearest.seen)}.`;
    case 'url':
      return urlDifferences[nearest.difference];
    case 'url_matching':
      return `It would match if url_matching were ${nearest.matching}.`;
    case 'no_url':
      return 'The event has no $current_url: only events of web pages do.';
    case 'no_elements':
      return 'The event carries no element: only autocaptured ones do.';
    case 'relative':
      return `The ${noun} is there, but on its ${nearest.relation} ${nearest.element}.`;
    case 'combinator':
      return 'It would match if ">" were a space: other elements stand in between.';
    case 'part':
      return `It would match without "${nearest.part}".`;
    case 'operator':
      return `It would match if the operator were “${operatorWords[nearest.operator].label}”.`;
    case 'key':
      return `There is no "${property?.key}", but "${nearest.key}".`;
    case 'owner':
      return nearest.of === 'event'
        ? 'The person has no such property, but the event has it, and it matches.'
        : 'The event has no such property, but its person has it, and it matches.';
  }
}
