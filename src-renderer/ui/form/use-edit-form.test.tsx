// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, type Dispatch, type SetStateAction, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiFailure } from '../../api/errors.ts';
import { uiWords } from '../words.ts';
import { FieldErrorsContext, fieldFinder, useField } from './field-errors.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { OutdatedNotice, SaveProblems } from './save-actions.tsx';
import { type EditRules, useEditForm } from './use-edit-form.ts';

type Form = { name: string; note: string };
type Saved = Form & { version: number };

const rules: EditRules<Saved, Form, Form> = {
  formOf: ({ name, note }, from) => (from?.name === name && from.note === note ? from : { name, note }),
  inputOf: (form) => form,
  validate: ({ name }) => (name === '' ? { name: 'Enter a name.' } : {}),
  fieldOf: fieldFinder([/^name$/]),
};

type Sent = { changed: Partial<Form>; answer: (saved: Saved) => void; fail: (error: Error) => void };
let sent: Sent[] = [];
let setSaved: Dispatch<SetStateAction<Saved | null>>;
let close = () => {};
const send = (_form: Form, changed: Partial<Form>) =>
  new Promise<Saved>((answer, fail) => void sent.push({ changed, answer, fail }));

function Text({ name, value, onChange }: { name: keyof Form; value: string; onChange: (text: string) => void }) {
  const { error, onBlur } = useField(name);
  return (
    <>
      <input
        aria-label={name}
        value={value}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && <p data-error={name}>{error}</p>}
    </>
  );
}

function Editor({ first }: { first: Saved | null }) {
  const [saved, set] = useState(first);
  setSaved = set;
  const state = useEditForm({ saved, start: () => ({ name: '', note: '' }), rules, send });
  const { form, change, shown } = state;
  return (
    <FieldErrorsContext value={shown}>
      {state.isOutdated && <OutdatedNotice what="This thing" onReload={state.reload} />}
      <SaveProblems state={state} what="save" />
      <Text name="name" value={form.name} onChange={(name) => change({ name })} />
      <Text name="note" value={form.note} onChange={(note) => change({ note })} />
      <button type="button" onClick={() => void state.save()}>
        {state.isDirty ? 'Save' : 'No changes'}
      </button>
      <LeaveGuard isDirty={() => state.isDirty} what="Changes are" />
    </FieldErrorsContext>
  );
}

/** Opens the editor at `/thing`; the page beside it is `/other`. */
async function open(first: Saved | null) {
  const root = createRootRoute({ component: Outlet });
  const thing = createRoute({ getParentRoute: () => root, path: '/thing', component: () => <Editor first={first} /> });
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => 'Another page' });
  const history = createMemoryHistory({ initialEntries: ['/thing'] });
  const router = createRouter({ routeTree: root.addChildren([thing, other]), history });
  const host = document.body.appendChild(document.createElement('div'));
  const mounted = createRoot(host);
  close = () => act(() => mounted.unmount());
  await act(async () =>
    mounted.render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    ),
  );
  return (path: '/thing' | '/other') => act(async () => history.push(path));
}

const shows = () => document.body.textContent;
const field = (name: keyof Form) => {
  const found = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
  if (found === null) throw new Error(`no field ${name}`);
  return found;
};
const errorOf = (name: keyof Form) => document.querySelector(`[data-error="${name}"]`)?.textContent;
const type = (name: keyof Form, text: string) =>
  act(async () => {
    // React detects a change through the setter of the element's class.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(name), text);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const click = (text: string) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === text);
    if (button === undefined) throw new Error(`no button “${text}”`);
    button.click();
  });
const last = () => {
  const request = sent.at(-1);
  if (request === undefined) throw new Error('nothing was sent');
  return request;
};

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => {
  close();
  document.body.replaceChildren();
  sent = [];
});

const busy = new ApiFailure(503, { type: 'server_error', code: 'busy', detail: 'The server is busy.' });
const saved: Saved = { name: 'Checkout', note: 'first', version: 1 };

test('leaving asks for confirmation only with unsaved input', async () => {
  const go = await open(saved);
  await type('name', 'Basket');
  await go('/other');
  expect(shows()).toContain(uiWords.form.leaveWithoutSaving);
  expect(field('name').value).toBe('Basket');
  await click(uiWords.form.discardAndLeave);
  expect(shows()).toContain('Another page');

  await go('/thing');
  await type('name', 'Basket');
  await type('name', 'Checkout');
  await go('/other');
  expect(shows()).not.toContain(uiWords.form.leaveWithoutSaving);
  expect(shows()).toContain('Another page');
});

test('an error of the server is shown at its field until the form changes; one without a field is shown above', async () => {
  await open(saved);
  await type('name', 'Taken');
  await click('Save');
  await act(async () =>
    last().fail(
      new ApiFailure(400, { type: 'validation_error', code: 'unique', detail: 'This name is taken.', attr: 'name' }),
    ),
  );
  expect(errorOf('name')).toBe('This name is taken.');
  expect(shows()).not.toContain('Could not save');
  expect(field('name').value).toBe('Taken');
  await type('note', 'changed');
  expect(errorOf('name')).toBeUndefined();
  await click('Save');
  await act(async () => last().fail(busy));
  expect(shows()).toContain('The server is busy.');
  await click('Save');
  expect(last().changed).toEqual({ name: 'Taken', note: 'changed' });
  const next = { name: 'Taken', note: 'changed', version: 2 };
  await act(async () => {
    last().answer(next);
    setSaved(next);
  });
  expect(shows()).not.toContain('The server is busy.');
});

test('an error found by the form is not sent, and is shown after a save attempt', async () => {
  await open(null);
  expect(errorOf('name')).toBeUndefined();
  await type('note', 'x');
  await click('Save');
  expect(sent).toEqual([]);
  expect(errorOf('name')).toBe('Enter a name.');
  await type('name', 'A');
  expect(errorOf('name')).toBeUndefined();
});

test('input typed during a save is kept, and still unsaved', async () => {
  await open(saved);
  await type('name', ' Basket');
  await click('Save');
  await click('Save');
  expect(sent).toHaveLength(1);
  await type('note', 'typed meanwhile');
  const answer = { name: 'Basket', note: 'first', version: 2 };
  await act(async () => {
    last().answer(answer);
    setSaved(answer);
  });
  expect([field('name').value, field('note').value]).toEqual(['Basket', 'typed meanwhile']);
  await click('Save');
  expect(last().changed).toEqual({ note: 'typed meanwhile' });
});

test('a change from another tab is applied if nothing is typed; else it is announced, and input is kept', async () => {
  await open(saved);
  await act(async () => setSaved({ ...saved, note: 'from elsewhere', version: 2 }));
  expect(field('note').value).toBe('from elsewhere');
  expect(shows()).toContain('No changes');

  await type('name', 'Basket');
  await act(async () => setSaved({ ...saved, note: 'again', version: 3 }));
  expect(shows()).toContain('This thing was changed elsewhere');
  expect([field('name').value, field('note').value]).toEqual(['Basket', 'from elsewhere']);
  await click('Save');
  expect(last().changed).toEqual({ name: 'Basket' });
  await act(async () => last().fail(busy));
  await click(uiWords.form.loadNewer);
  expect([field('name').value, field('note').value]).toEqual(['Checkout', 'again']);
  expect(shows()).not.toContain('was changed elsewhere');
});
