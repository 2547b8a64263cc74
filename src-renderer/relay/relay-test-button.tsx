import { useProject } from '../projects/current-project.ts';
import { TestButton } from '../ui/form/test-button.tsx';
import { useTestRelay } from './queries.ts';
import { relayWords } from './words.ts';

const { receiver: text } = relayWords;

type Props = { isSaved: boolean; isComplete: boolean };

/** Sends a test event to the saved receiver, and shows what it answers. */
export function RelayTestButton({ isSaved, isComplete }: Props) {
  const test = useTestRelay(useProject().id);
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
