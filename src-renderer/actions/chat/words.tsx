import type { ReactNode } from 'react';
import type { DeliveryState } from '#server/actions/chat/chat-contract.ts';
import { actionWords } from '../words.ts';

/** Turns the messages of an action on. */
const post = 'Post a message to the chat webhook for each match';

export const words = {
  title: 'Chat',
  settingsName: 'The chat settings',
  description: (project: string) => (
    <>
      Actions of {project} that post to chat send a message for each new match to this incoming webhook, as{' '}
      <code>{'{"text": "…"}'}</code>. Slack, Mattermost and Discord’s <code>/slack</code> URLs accept this format.
    </>
  ),
  webhook: {
    title: 'Webhook',
    url: 'Webhook URL',
    urlHint: 'Leave empty to post nothing.',
    urlExample: 'Such as https://hooks.example.com/services/…',
    invalidUrl: 'Enter a full URL that starts with https://.',
    allowLocalHint: 'Also allows http, for a receiver of your own. If off, only public https URLs get messages.',
    saveFirst: 'Save first, then test.',
    what: 'The webhook',
    unsaved: 'Changes to the webhook are',
    done: () => 'The webhook is saved.',
    failed: 'save the webhook',
  },
  noMessages: `Turn on “${post}” in an action. Each new event that matches it posts a message, which is listed here.`,
  test: {
    send: 'Send test message',
    failed: 'send the test message',
    delivered: (status: number | null) => (status === null ? 'Delivered' : `Delivered, answered ${status}`),
    notDelivered: (why: string) => (why === '' ? 'Not delivered' : `Not delivered, ${why}`),
    answered: (status: number) => `answered ${status}`,
  },
  panel: {
    title: 'Posting',
    posts: 'Posts each match',
    postsNothing: 'Posts nothing',
    noWebhook: (project: string) => `No webhook is set for ${project}.`,
    setWebhook: 'Set the webhook',
    webhook: 'Webhook',
    change: 'Change',
    notPosted: 'Matches are counted, but not posted until a webhook is set.',
    next: 'The next matching event posts a message. Earlier events post nothing.',
    turnOn: 'This action posts nothing. Turn on posting in Definition.',
  },
  messages: {
    title: 'Messages',
    name: 'The messages',
    filter: 'State of the messages',
    all: 'All',
    states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } satisfies Record<DeliveryState, string>,
    none: 'No message yet',
    noneInState: (state: string) => `No message is ${state}.`,
    count: ['message', 'messages'] as [string, string],
    columns: { message: 'Message', action: actionWords.action, status: 'Status', answer: 'Answer', tries: 'Attempts' },
    retry: 'Retry now',
    retryOf: (message: string) => `Retry now: ${message}`,
    retryFailed: 'retry the message',
    notTried: 'no attempt yet',
    answered: (status: number) => `Answered ${status}`,
    limit: (most: number) => `While ${most} messages of the project wait, further matches post nothing.`,
    next: (time: ReactNode) => <>next {time}</>,
    empty: 'Empty message',
  },
  editor: {
    title: 'Chat message',
    post,
    noWebhook: 'The project has no webhook yet, so nothing is posted.',
    setWebhook: 'Set the webhook',
    label: 'Message',
    placeholder: 'Such as [person] did [action.name]',
    propertyPlaceholder: '[event.properties.…]',
    tooLong: (characters: number) => `${characters} characters too many.`,
    insert: 'Insert',
    insertOf: (placeholder: string) => `Insert ${placeholder}`,
    characters: (count: number, limit: number) => `${count} / ${limit} characters`,
    noEvents: 'No such event has arrived yet',
    noExample: 'No match yet to show the message with.',
    example: 'The newest match would post:',
    defaultExample: 'Without a message of your own, the newest match would post:',
  },
};
