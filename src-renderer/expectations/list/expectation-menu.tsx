import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { titleWords } from '../expectation-words.ts';
import { expectationCheckWords } from '../status/words.ts';
import { useRemoveExpectation } from './use-remove-expectation.ts';

/** Shows the menu of an expectation in its row. */
export function ExpectationMenu({ expectation }: { expectation: Parameters<typeof useRemoveExpectation>[0] }) {
  const navigate = useNavigate();
  const remove = useRemoveExpectation(expectation);
  const open = () =>
    void navigate({ to: '/test-runs/expectations/$expectationId', params: { expectationId: expectation.id } });
  return (
    <MoreMenu
      of={titleWords(expectation)}
      actions={[{ label: expectationCheckWords.editVerb, icon: IconPencil, run: open }]}
      deletion={{ label: expectationCheckWords.deleteVerb, run: () => void remove() }}
    />
  );
}
