import {
  type Assignment,
  type TestRun,
  testRunInput,
  testRunName,
  testRunNameRule,
  testRunUpdate,
} from '#server/test-runs/contract.ts';
import { type FieldErrors, fieldFinder } from '../../ui/form/field-errors.ts';
import type { EditRules } from '../../ui/form/use-edit-form.ts';
import { withIssues } from '../../ui/form/with-issues.ts';
import { words } from './words.ts';

export type Description = Pick<TestRun, 'label' | 'build' | 'note'>;
/** What goes to the run although it names none. */
export type Taken = keyof typeof words.taken.names;
export type StartForm = Description & { name: string; taken: Taken; distinctId: string; sdk: string };

const fieldOf = fieldFinder([/^(?:name|label|build|note)$/, /^assign/]);

export const newRun = (): StartForm => ({
  name: '',
  label: '',
  build: '',
  note: '',
  taken: 'nothing',
  distinctId: '',
  sdk: '',
});

function assignmentOf({ taken, distinctId, sdk }: StartForm): Assignment | null {
  switch (taken) {
    case 'nothing':
      return null;
    case 'everything':
      return { everything: true };
    case 'person':
      return { distinct_id: distinctId.trim() };
    case 'sdk':
      return { sdk: sdk.trim() };
  }
}

const descriptionOf = ({ label, build, note }: Description): Description => ({
  label: label.trim(),
  build: build.trim(),
  note: note.trim(),
});

const inputOf = (form: StartForm) => ({
  name: form.name.trim(),
  ...descriptionOf(form),
  assign: assignmentOf(form),
});

export const startRules: EditRules<TestRun, StartForm, ReturnType<typeof inputOf>> = {
  formOf: (run) => ({ ...newRun(), ...descriptionOf(run), name: run.name }),
  inputOf,
  validate(form) {
    const errors: FieldErrors = withIssues({}, testRunInput.omit({ assign: true }).strip(), inputOf(form));
    if (!testRunName.safeParse(form.name.trim()).success) errors.name = words.errors.name(testRunNameRule);
    if (form.taken === 'person' && form.distinctId.trim() === '') errors.assign = words.errors.distinctId;
    if (form.taken === 'sdk' && form.sdk.trim() === '') errors.assign = words.errors.sdk;
    return errors;
  },
  fieldOf,
};

export const describeRules: EditRules<TestRun, Description, Description> = {
  formOf: descriptionOf,
  inputOf: descriptionOf,
  validate: (form) => withIssues({}, testRunUpdate, descriptionOf(form)),
  fieldOf,
};
