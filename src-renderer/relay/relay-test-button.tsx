import { useProject } from '../projects/current-project.ts';
import { TestButton } from '../ui/form/test-button.tsx';
import { useTestRelay } from './queries.ts';
import { words } from './words.ts';

const { receiver: text } = words;

type Props = { isSaved: boolean; isComplete: boolean };

/** Sends a test event to the saved receiver, and shows what it answers. */
export function RelayTestButton({ isSaved, isComplete }: Props) {
  const test = useTestRelay(useProject().id);
  const error = test.data?.error ?? null;
  return (
    <TestButton
      label={text.test}
      access="administer"
      isOff={!isSaved || !isComplete}
      test={test}
      hint={isSaved ? text.testHint : text.saveFirst}
      outcome={
        test.data && {
          isGood: test.data.is_taken,
          sentence: error === null ? text.taken : text.notTaken(error.detail),
        }
      }
      failed={text.testFailed}
    />
  );
}
