import { type Request, type Response, Router } from 'express';
import type { Clock } from '../../core/time.ts';
import { csvOrJson, listOfItems } from '../../http/csv.ts';
import { notFound, validationError } from '../../http/error.ts';
import { listAnswer, pageOf } from '../../http/list.ts';
import { resource } from '../../http/methods.ts';
import { parse, pathId } from '../../http/parse.ts';
import { callerOf, projectOf } from '../../projects/authenticate.ts';
import { administers, requireAdministrator } from '../../projects/permissions.ts';
import { type ChatTest, chatSettingsUpdate, deliveryList, deliveryQuery } from './chat-contract.ts';
import type { ChatStore } from './chat-store.ts';
import type { Delivery } from './deliver.ts';
import { urlProblem } from './post.ts';

type Parts = { chat: ChatStore; delivery: Pick<Delivery, 'wake' | 'test'>; clock: Clock };

const root = '/projects/:project_id/actions/';

/** The chat that matches are posted to, relative to `/api`; before the paths of actions with an id. */
export function chatRoutes({ chat, delivery, clock }: Parts): Router {
  const router = Router();
  router.use([`${root}chat/`, `${root}deliveries/`], csvOrJson);
  addSettings(router, { chat, delivery });

  resource(router, `${root}deliveries/`, {
    get(request, response) {
      const page = pageOf(request);
      const query = parse(deliveryQuery, request.query);
      listOfItems(response, deliveryList.shape.results.element);
      const { total, results } = chat.listDeliveries(projectOf(response), query, page);
      response.json(listAnswer(request, page, total, results));
    },
  });
  resource(router, `${root}deliveries/:delivery_id/retry/`, {
    post(request, response) {
      const { id, state } = deliveryOf(chat, request, response);
      if (state === 'delivered') throw validationError('invalid_input', 'This message has been delivered.');
      chat.again(id, clock.now());
      delivery.wake();
      response.json(chat.delivery(projectOf(response), id));
    },
  });
  return router;
}

function deliveryOf(chat: ChatStore, request: Request, response: Response) {
  const id = pathId(request.params.delivery_id);
  const delivery = id === undefined ? undefined : chat.delivery(projectOf(response), id);
  if (delivery === undefined) throw notFound('No such message.');
  return delivery;
}

function addSettings(router: Router, { chat, delivery }: Omit<Parts, 'clock'>): void {
  resource(router, `${root}chat/`, {
    get(_request, response) {
      const { webhook_url: url, ...settings } = chat.settings(projectOf(response));
      const isWhole = url === null || administers(callerOf(response));
      response.json({ ...settings, webhook_url: isWhole ? url : `${new URL(url).origin}/…` });
    },
    patch(request, response) {
      requireAdministrator(callerOf(response));
      const projectId = projectOf(response);
      const before = chat.settings(projectId);
      const update = parse(chatSettingsUpdate, request.body);
      const settings = {
        webhook_url: (update.webhook_url === undefined ? before.webhook_url : update.webhook_url) || null,
        allow_local: update.allow_local ?? before.allow_local,
      };
      const problem = settings.webhook_url === null ? null : urlProblem(settings.webhook_url, settings.allow_local);
      if (problem !== null) throw validationError('invalid_input', problem, 'webhook_url');
      chat.changeSettings(projectId, settings);
      response.json(chat.settings(projectId));
    },
  });
  resource(router, `${root}chat/test/`, {
    async post(_request, response) {
      const { webhook_url: url, allow_local: allowLocal } = chat.settings(projectOf(response));
      if (url === null) throw validationError('required', 'Set a webhook URL first.', 'webhook_url');
      const { statusCode, error } = await delivery.test(url, 'A test message from Benchtop.', allowLocal);
      response.json({ is_delivered: error === null, status_code: statusCode, error } satisfies ChatTest);
    },
  });
}
