import { expect } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { personList } from '../persons/contract.ts';
import type { TestServer } from '../testing/server.ts';
import { type OfGroup, type PersonPreview, personPreview } from './contract.ts';

type Asked = {
  distinct_id?: string;
  set?: Record<string, unknown>;
  unset?: string[];
  groups?: OfGroup[];
  test_run?: string;
};

/** Returns previews of a test server, over HTTP; a person is named by any of its ids. */
export function previewsOf(server: TestServer) {
  const root = '/api/projects/@current/persons/';

  async function personId(distinctId: string): Promise<number> {
    const { body } = await server.api('GET', `${root}?distinct_id=${encodeURIComponent(distinctId)}`);
    const [person] = personList.parse(body).results;
    if (person === undefined) throw new Error(`nobody has the id ${distinctId}`);
    return person.id;
  }

  async function ask(of: string, { set = {}, unset = [], groups, ...rest }: Asked = {}) {
    const query = new URLSearchParams({
      ...rest,
      ...(groups !== undefined && { groups: JSON.stringify(groups) }),
      set: JSON.stringify(Object.entries(set).map(([key, value]) => ({ key, value }))),
      unset: JSON.stringify(unset),
    });
    return server.api('GET', `${root}${await personId(of)}/preview/?${query}`);
  }

  return {
    async preview(of: string, asked?: Asked): Promise<PersonPreview> {
      const { status, body } = await ask(of, asked);
      expect({ status, body }).toMatchObject({ status: 200 });
      return personPreview.parse(body);
    },
    async refusal(of: string, asked: Asked) {
      const { status, body } = await ask(of, asked);
      return { status, ...errorBody.parse(body) };
    },
  };
}
