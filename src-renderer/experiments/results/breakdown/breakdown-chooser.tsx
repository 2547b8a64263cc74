import { Autocomplete, Button } from '@mantine/core';
import { useState } from 'react';
import { maxName } from '#server/core/contract.ts';
import type { BreakdownType } from '#server/experiments/breakdown/breakdown-contract.ts';
import type { Exposure } from '#server/experiments/results/results-contract.ts';
import { suggesting } from '../../../properties/property-value.tsx';
import type { PropertyOwner } from '../../../properties/queries.ts';
import { usePropertyNames } from '../../../properties/use-property-names.ts';
import { submitting } from '../../../ui/form/submitting.ts';
import layout from '../../../ui/layout.module.css';
import { Segments } from '../../../ui/segments.tsx';
import { breakdownWords } from './breakdown-words.ts';

type Chosen = { property: string; type: BreakdownType };
type Props = Chosen & { source: Exposure['source']; onChoose: (chosen: Chosen) => void };

/** Chooses a property among those that were seen, or by its name. */
export function BreakdownChooser({ property, type, source, onChoose }: Props) {
  const [name, setName] = useState(property);
  const event = source === 'feature_flag_called' ? '$feature_flag_called' : null;
  const owner: PropertyOwner = type === 'person' ? { kind: 'person' } : { kind: 'event', event };
  const counts = usePropertyNames(owner, name);
  const choose = (key: string) => onChoose({ property: key.trim(), type });
  return (
    <form className={layout.wrapLine} onSubmit={submitting(() => choose(name))}>
      <Segments
        label={breakdownWords.of}
        names={breakdownWords.types}
        value={type}
        onChange={(value) => onChoose({ property: name.trim(), type: value })}
      />
      <Autocomplete
        {...suggesting(counts)}
        aria-label={breakdownWords.property}
        w={220}
        placeholder={breakdownWords.placeholder}
        data={[...counts.keys()]}
        limit={50}
        maxLength={maxName}
        value={name}
        onChange={setName}
        onOptionSubmit={choose}
      />
      <Button type="submit" variant="default" disabled={name.trim() === ''}>
        {breakdownWords.show}
      </Button>
    </form>
  );
}
