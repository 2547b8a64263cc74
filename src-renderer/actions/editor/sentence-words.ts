import { propertyWords } from '../../properties/operators.ts';
import { hasNoCondition, type PropertyRow, type StepDraft } from './action-form.ts';

/** Describes the whole action: "Matches “purchase” events where plan is pro, or …". */
export function actionSentence(steps: StepDraft[]): string {
  if (steps.length === 0) return 'Matches nothing: the action has no step.';
  const open = steps.findIndex(hasNoCondition);
  if (open >= 0) {
    const which = steps.length === 1 ? 'its step has' : `step ${open + 1} has`;
    return `Matches every event: ${which} no condition.`;
  }
  const sentence = `Matches ${steps.map(stepSentence).join('; or ')}`;
  return sentence.endsWith('…') ? sentence : `${sentence}.`;
}

function stepSentence({ texts, urlMatching, properties }: StepDraft): string {
  const ofEvent = properties.filter(({ of }) => of === 'event');
  const ofPerson = properties.filter(({ of }) => of === 'person');
  return [
    texts.event === undefined ? 'any event' : `${quoted(texts.event)} events`,
    elementWords(texts),
    texts.url === undefined ? '' : `at a URL that ${urlWords[urlMatching]} ${quoted(texts.url)}`,
    ofEvent.length === 0 ? '' : `where ${listed(ofEvent)}`,
    ofPerson.length === 0 ? '' : `by people whose ${listed(ofPerson)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const urlWords = { contains: 'contains', exact: 'is', regex: 'matches the regex' };

/** Conditions on an element hold for the one clicked and for those around it alike. */
function elementWords({ text, href, tag_name: tag, selector }: StepDraft['texts']): string {
  const parts = [
    text === undefined ? null : `text is ${quoted(text)}`,
    href === undefined ? null : `link goes to ${quoted(href)}`,
    tag === undefined ? null : `tag is ${quoted(tag)}`,
  ].filter((part) => part !== null);
  const element = parts.length === 0 ? null : `in an element whose ${parts.join(' and ')}`;
  const matching = selector === undefined ? null : `in an element that matches ${quoted(selector)}`;
  return [element, matching].filter((part) => part !== null).join(', and ');
}

const listed = (rows: PropertyRow[]) => rows.map(propertyWords).join(' and ');

const quoted = (text: string) => (text === '' ? '…' : `“${text}”`);
