import type { ChatTest } from '#server/actions/chat/chat-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { TestButton } from '../../ui/form/test-button.tsx';
import { useTestChat } from '../queries.ts';
import { words } from './words.tsx';

const { test: text } = words;

/** Posts a message to the saved webhook, and shows its answer. Key it by the webhook: another one has not answered. */
export function ChatTestButton({ isOff }: { isOff: boolean }) {
  const test = useTestChat(useProject().id);
  const outcome = test.data && { isGood: test.data.is_delivered, label: sentenceOf(test.data) };
  return (
    <TestButton label={text.send} access="write" isOff={isOff} test={test} outcome={outcome} failed={text.failed} />
  );
}

function sentenceOf({ is_delivered: isDelivered, status_code: status, error }: ChatTest): string {
  if (isDelivered) return text.delivered(status);
  return text.notDelivered([status === null ? null : text.answered(status), error].filter(Boolean).join(': '));
}
