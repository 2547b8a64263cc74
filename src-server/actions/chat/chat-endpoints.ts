import type { Clock } from '../../core/clock.ts';
import { changing, type Endpoint, listing } from '../../http/endpoint.ts';
import { orNotFound, validationError } from '../../http/error.ts';
import { administers } from '../../projects/permissions.ts';
import { actionEndpoint, actionOf, actionsPath } from '../endpoints.ts';
import type { ActionStore } from '../store.ts';
import { chatSettings, chatSettingsUpdate, chatTest, delivery, deliveryList, deliveryQuery } from './chat-contract.ts';
import type { ChatStore } from './chat-store.ts';
import type { ChatDelivery } from './deliver.ts';
import { urlProblem } from './post.ts';

type Parts = {
  actions: Pick<ActionStore, 'action'>;
  chat: ChatStore;
  delivery: Pick<ChatDelivery, 'wake' | 'webhookChanged' | 'test'>;
  clock: Clock;
};

export const chatEndpoints = ({ actions, chat, delivery: sender, clock }: Parts): Endpoint[] => [
  ...settings(chat, sender),
  actionEndpoint(
    `POST ${actionsPath}chat/test/`,
    { summary: 'Post a test message', access: 'write', answer: chatTest },
    async ({ projectId }) => {
      const { webhook_url: url, allow_local: allowLocal } = chat.settings(projectId);
      if (url === null)
        throw validationError(
          'required',
          'This project has no `webhook_url`. Set it with PATCH …/actions/chat/ first.',
          'webhook_url',
        );
      const { statusCode, error } = await sender.test(url, 'A test message from Benchtop.', allowLocal);
      return { is_delivered: error === null, status_code: statusCode, error };
    },
  ),
  actionEndpoint(
    `GET ${actionsPath}deliveries/`,
    {
      summary: 'List messages with their delivery state, newest first',
      ...listing(deliveryQuery, deliveryList),
    },
    ({ projectId, query, page }) => {
      if (query.action_id !== undefined) actionOf(actions, projectId, query.action_id);
      return chat.listDeliveries(projectId, query, page);
    },
  ),
  actionEndpoint(
    `POST ${actionsPath}deliveries/{delivery_id}/retry/`,
    { summary: 'Post a message again', access: 'write', answer: delivery },
    ({ projectId, params: { delivery_id: id } }) => {
      if (deliveryOf(chat, projectId, id).state === 'delivered') {
        throw validationError('invalid_input', 'This message is already delivered.');
      }
      chat.requeue(id, clock.now());
      sender.wake(projectId);
      return deliveryOf(chat, projectId, id);
    },
  ),
];

const deliveryOf = (chat: ChatStore, projectId: number, id: number) =>
  orNotFound(chat.delivery(projectId, id), 'No such message.');

const settings = (chat: ChatStore, sender: Pick<ChatDelivery, 'webhookChanged'>): Endpoint[] => [
  actionEndpoint(
    `GET ${actionsPath}chat/`,
    { summary: 'Read where matches are posted', answer: chatSettings },
    ({ caller, projectId }) => {
      const { webhook_url: url, ...rest } = chat.settings(projectId);
      const isWhole = url === null || administers(caller);
      return { ...rest, webhook_url: isWhole ? url : `${new URL(url).origin}/…` };
    },
  ),
  actionEndpoint(
    `PATCH ${actionsPath}chat/`,
    {
      summary: 'Set where matches are posted',
      access: 'administer',
      ...changing(chatSettingsUpdate, chatSettings, { webhook_url: null, allow_local: false }),
    },
    ({ projectId, body }) => {
      const before = chat.settings(projectId);
      const after = {
        webhook_url: (body.webhook_url === undefined ? before.webhook_url : body.webhook_url) || null,
        allow_local: body.allow_local ?? before.allow_local,
      };
      const problem = after.webhook_url === null ? null : urlProblem(after.webhook_url, after.allow_local);
      if (problem !== null) throw validationError('invalid_input', problem, 'webhook_url');
      chat.changeSettings(projectId, after);
      if (after.webhook_url !== before.webhook_url) sender.webhookChanged(projectId);
      return chat.settings(projectId);
    },
  ),
];
