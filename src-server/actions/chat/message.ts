import type { JsonObject } from '../../core/contract.ts';
import { jsonStart } from '../../core/json/json.ts';
import { ownValue } from '../../core/json/own-value.ts';
import { clip } from '../../core/text/clip-contract.ts';
import { personNameOf } from '../../persons/list.ts';

/** Values for the placeholders of a message. `person`: the person's properties. */
export type MessageFacts = {
  actionName: string;
  event: { name: string; distinctId: string; timestamp: string; testRun: string | null; properties: JsonObject };
  person: JsonObject;
};

const fallback = '[person] did "[action.name]" ([event])';
const maxValueLength = 500;

/**
 * Replaces `[event]`, `[person]`, `[action.name]`, `[event.properties.x]`, `[person.properties.x]`, `[event.distinct_id]`,
 * `[event.timestamp]` and `[event.test_run]`; leaves other brackets. An empty format gives a default sentence.
 * `write` is applied to values, not to the format.
 */
export function messageOf(format: string, facts: MessageFacts, write = unescaped): string {
  return (format.trim() === '' ? fallback : format).replace(/\[([^[\]]+)\]/g, (whole, name: string) => {
    const value = meaningOf(name.trim(), facts);
    return value === undefined ? whole : write(inText(value));
  });
}

function meaningOf(name: string, { actionName, event, person }: MessageFacts): unknown {
  const property = /^(event|person)\.properties\.(.+)$/.exec(name);
  if (property !== null) {
    const properties = property[1] === 'event' ? event.properties : person;
    const value = ownValue(properties, property[2] ?? '');
    return value === undefined ? '' : value;
  }
  switch (name) {
    case 'event':
      return event.name;
    case 'person':
      return personNameOf(person) ?? event.distinctId;
    case 'action.name':
      return actionName;
    case 'event.distinct_id':
      return event.distinctId;
    case 'event.timestamp':
      return event.timestamp;
    case 'event.test_run':
      return event.testRun;
    default:
      return undefined;
  }
}

const unescaped = (text: string) => text;
const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];
const discordHost = /(^|\.)discord(app)?\.com$/;
/** The "@" of `@everyone`, `@here`, `<@user>` and `<@&role>`, and one at the end, which the next value could complete. */
const discordMention = /@(?=everyone|here|[!&]?\d|$)/g;
const slackEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Returns how a value is written for the webhook. Slack reads `<!channel>` and Discord `@everyone` as commands, so an event could
 * notify everyone. Source: Slack, "Formatting text for app surfaces", escaping text. At Discord a zero-width space ends a mention.
 */
export function escapeFor(webhook: string): (text: string) => string {
  const { hostname } = new URL(webhook);
  if (slackHosts.includes(hostname))
    return (text) => text.replace(/[&<>]/g, (character) => slackEntities[character] ?? character);
  return discordHost.test(hostname) ? (text) => text.replace(discordMention, '@\u200b') : unescaped;
}

function inText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : jsonStart(value, maxValueLength + 1);
  return clip(text, maxValueLength);
}
