import { Revisions } from '../core/revisions.ts';
import type { FeatureCore } from '../database/feature-core.ts';
import type { Taken } from '../projects/definitions/definition-table.ts';
import type { createProjects } from '../projects/wire.ts';
import { chatEndpoints } from './chat/chat-endpoints.ts';
import { createChatStore } from './chat/chat-store.ts';
import { ChatDelivery } from './chat/deliver.ts';
import { actionEndpoints } from './endpoints.ts';
import { ActionObserver } from './matching/action-observer.ts';
import { Calculation } from './matching/calculate.ts';
import { changedMatches } from './matching/changed-matches.ts';
import { Tally } from './matching/tally.ts';
import { Uncounted } from './matching/uncounted.ts';
import type { ActionQueries } from './queries.ts';
import { createActionStore } from './store.ts';

type Core = FeatureCore<{ actions: ActionQueries }>;
type Parts = { projects: Pick<ReturnType<typeof createProjects>, 'user'> };

/** Creates the endpoints of actions, their matching, and the delivery to chats. */
export function createActions(core: Core, { projects: { user } }: Parts) {
  const { database, writer, clock, report } = core;
  const queries = core.queries.actions;
  const { now } = clock;
  const revisions = new Revisions();
  const actions = createActionStore({ database, clock, revisions, user });
  const chat = createChatStore(database);
  const tally = new Tally(database);
  const delivery = new ChatDelivery({ chat, writer, now, report });
  const { matchSlice } = queries;
  const uncounted = new Uncounted({ database, writer, tally, report });
  const countedQueries = afterCounting(queries, uncounted);
  const calculation = new Calculation({ database, writer, matchSlice, tally, now, report });
  writer.join(delivery);
  return {
    actions,
    observers: [new ActionObserver({ database, uncounted, actions, revisions, delivery, report })],
    queries: countedQueries,
    settled: () => uncounted.settled(),
    definitionsTaken({ rows, projectIds }: Taken) {
      for (const { id, projectId } of changedMatches(rows)) actions.matchAnew(projectId, id);
      revisions.allChanged(projectIds);
      calculation.wake();
    },
    removers: [{ removeSome: chat.removeSome }],
    endpoints: [
      ...actionEndpoints({ database, user, actions, queries: countedQueries, uncounted, calculation, clock }),
      ...chatEndpoints({ actions, chat, delivery, clock }),
    ],
    start() {
      calculation.wake();
      delivery.start();
    },
    close: () => Promise.all([calculation.close(), delivery.close(), uncounted.close()]),
  };
}

/** Delays questions about counts until all acknowledged events are counted. */
function afterCounting(queries: ActionQueries, uncounted: Uncounted): ActionQueries {
  const settled = () => uncounted.settled();
  return {
    matchSlice: queries.matchSlice,
    preview: queries.preview,
    matchesOfEvent: queries.matchesOfEvent,
    events: (args) => settled().then(() => queries.events(args)),
    count: (args) => settled().then(() => queries.count(args)),
    counts: (args) => settled().then(() => queries.counts(args)),
    people: (args) => settled().then(() => queries.people(args)),
    ofPerson: (args) => settled().then(() => queries.ofPerson(args)),
  };
}
