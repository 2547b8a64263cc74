import { expect, test } from 'vitest';
import { escapeFor, messageOf } from './message.ts';

const facts = {
  actionName: 'Pay',
  event: {
    name: 'paid',
    distinctId: 'd1',
    timestamp: '2026-11-01T00:00:00.000Z',
    testRun: 'checkout-124',
    properties: { a: 5, o: { b: 1 }, n: null },
  },
  person: { name: 'Ann', plan: 'pro' },
};
const messages: [format: string, message: string][] = [
  ['[person] [event] [action.name]', 'Ann paid Pay'],
  ['[event.properties.a] [event.properties.o] [event.properties.n]|[event.properties.x]|', '5 {"b":1} ||'],
  ['[person.properties.plan] [event.distinct_id] [event.timestamp]', 'pro d1 2026-11-01T00:00:00.000Z'],
  ['[event] in [event.test_run]', 'paid in checkout-124'],
  ['[other] [] [[event]] plain', '[other] [] [paid] plain'],
  ['[event.properties.toString]', ''],
  [' ', 'Ann did "Pay" (paid)'],
];
test.each(messages)('the format "%s" says "%s"', (format, message) => {
  expect(messageOf(format, facts)).toBe(message);
});

test.each([
  ['https://hooks.slack.com/services/T/B/x', '<!here> &lt;!channel&gt; Tom &amp; Ann'],
  ['https://discord.com/api/webhooks/1/x/slack', '<!here> <!channel> Tom & Ann'],
])('values of a message for %s are no commands of the chat', (webhook, message) => {
  const event = { ...facts.event, properties: { note: '<!channel>', who: 'Tom & Ann' } };
  const format = '<!here> [event.properties.note] [event.properties.who]';
  expect(messageOf(format, Object.assign({}, facts, { event }), escapeFor(webhook))).toBe(message);
});

test.each([
  ['@everyone @here', '@\u200beveryone @\u200bhere'],
  ['<@123> <@!123> <@&123>', '<@\u200b123> <@\u200b!123> <@\u200b&123>'],
  ['ann@example.com <!channel>', 'ann@example.com <!channel>'],
])('the value "%s" notifies nobody at Discord', (note, written) => {
  const event = { ...facts.event, properties: { note } };
  for (const host of ['discord.com', 'canary.discord.com', 'discordapp.com'])
    expect(
      messageOf(
        '@here [event.properties.note]',
        Object.assign({}, facts, { event }),
        escapeFor(`https://${host}/api/webhooks/1/x/slack`),
      ),
    ).toBe(`@here ${written}`);
});
