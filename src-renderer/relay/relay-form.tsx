import { Switch } from '@mantine/core';
import { allowLocalLabel } from '#server/http/outgoing/allow-local-contract.ts';
import type { Relay } from '#server/relay/contract.ts';
import { useRefusal } from '../api/permissions.ts';
import { TextField } from '../ui/form/fields/text-field.tsx';
import { urlInput } from '../ui/form/fields/url-input.ts';
import { PageForm } from '../ui/form/page-form.tsx';
import { TestButton } from '../ui/form/test-button.tsx';
import type { useEditForm } from '../ui/form/use-edit-form.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/page/section.tsx';
import type { useTestRelay } from './queries.ts';
import type { RelayDraft } from './relay-draft.ts';
import { RelayFilterFields } from './relay-filter-fields.tsx';
import { relayWords } from './words.ts';

const { receiver: text } = relayWords;

type Props = {
  relay: Relay;
  state: ReturnType<typeof useEditForm<Relay, RelayDraft, object>>;
  test: RelayTest;
  slot: HTMLElement | null;
};
type RelayTest = ReturnType<typeof useTestRelay>;

/** Edits the receiver and the filter, saved together. */
export function RelayForm({ relay, state, test, slot }: Props) {
  const { form: draft, change, isDirty, shown } = state;
  const isLocked = useRefusal('administer') !== undefined;
  return (
    <PageForm
      state={state}
      access="administer"
      text={{ ...relayWords, failed: text.failed }}
      slot={slot}
      className={layout.wideStack}
    >
      <Section title={text.title}>
        <div className={layout.fields}>
          <ReceiverFields draft={draft} mask={relay.api_key} isLocked={isLocked} onSet={change} />
          <RelayTestButton
            test={test}
            isSaved={!isDirty}
            isComplete={relay.address !== null && relay.api_key !== null}
          />
        </div>
      </Section>
      <Section title={relayWords.filter.title}>
        <RelayFilterFields
          draft={draft}
          isLocked={isLocked}
          isComplete={Object.keys(shown.errors).length === 0}
          onSet={change}
          onAdd={(row) => change({ rows: [...draft.rows, row] })}
        />
      </Section>
    </PageForm>
  );
}

type FieldProps = { draft: RelayDraft; mask: string | null; isLocked: boolean; onSet(part: Partial<RelayDraft>): void };

function ReceiverFields({ draft, mask, isLocked, onSet }: FieldProps) {
  return (
    <>
      <TextField
        {...urlInput}
        path="address"
        label={text.address}
        description={text.addressHint}
        placeholder={text.addressExample}
        value={draft.address}
        onChange={(address) => onSet({ address })}
        disabled={isLocked}
      />
      <TextField
        path="api_key"
        label={text.key}
        description={text.keyHint(mask)}
        placeholder={mask ?? ''}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={draft.key}
        onChange={(key) => onSet({ key })}
        disabled={isLocked}
      />
      <Switch
        label={allowLocalLabel}
        description={text.allowLocalHint}
        checked={draft.allowLocal}
        onChange={(event) => onSet({ allowLocal: event.currentTarget.checked })}
        disabled={isLocked}
      />
    </>
  );
}

type RelayTestButtonProps = { test: RelayTest; isSaved: boolean; isComplete: boolean };

/** Sends a test event to the saved receiver, and shows what it answers. */
function RelayTestButton({ test, isSaved, isComplete }: RelayTestButtonProps) {
  const { is_taken: isDelivered, error } = test.data ?? {};
  return (
    <TestButton
      label={text.test}
      access="administer"
      isOff={!isSaved || !isComplete}
      test={test}
      hint={isSaved ? text.testHint : text.saveFirst}
      outcome={
        isDelivered === undefined
          ? undefined
          : { isGood: isDelivered, label: isDelivered ? text.delivered : text.notDelivered, detail: error?.detail }
      }
      failed={text.testFailed}
    />
  );
}
