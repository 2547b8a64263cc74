import { useId, useState } from 'react';
import type { PreviewedFlag } from '#server/person-preview/contract.ts';
import { PersonFlagLink } from '../flags/person-flag-link.tsx';
import { reasonSentences, valueWords } from '../flags/reason-words.ts';
import { ConditionOutcomes } from '../flags/test/condition-outcomes.tsx';
import { ValueMark } from '../flags/variants/value-mark.tsx';
import { flagWords } from '../flags/words.ts';
import { FoldButton } from '../ui/fold-button.tsx';
import { Section } from '../ui/page/section.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import classes from './preview.module.css';
import { words } from './words.tsx';

const { flags: text } = words;

/** Lists every flag with its value and the reason; those that other properties change come first. */
export function PreviewedFlags({ flags, distinctId }: { flags: PreviewedFlag[]; distinctId: string }) {
  const isChanged = (flag: PreviewedFlag) => flag.value !== flag.stored_value;
  const rows = [...flags.filter(isChanged), ...flags.filter((flag) => !isChanged(flag))];
  return (
    <Section title={text.title} count={flags.length}>
      {rows.length === 0 ? (
        <p className={classes.hint}>{text.none}</p>
      ) : (
        <DataTable
          label={text.table}
          columns={[
            {
              header: flagWords.flag,
              width: '26%',
              cell: (flag) => (
                <div className={classes.cell}>
                  <PersonFlagLink flag={flag} person={distinctId} />
                </div>
              ),
            },
            { header: flagWords.value, width: '24%', cell: (flag) => <Value flag={flag} /> },
            { header: text.why, cell: (flag) => <Why flag={flag} /> },
          ]}
          rows={rows}
          rowKey={({ key }) => key}
          isInactive={({ reason }) => reason.code === 'flag_disabled'}
        />
      )}
    </Section>
  );
}

function Value({ flag: { value, stored_value: stored, bucketing, payload } }: { flag: PreviewedFlag }) {
  const variants = bucketing?.boundaries.map(({ key }) => key) ?? [];
  return (
    <div className={classes.cell}>
      <ValueMark value={value} variants={variants} />
      {value !== stored && <span className={classes.was}>{text.was(valueWords(stored))}</span>}
      {payload !== null && (
        <span className={classes.payload} title={payload}>
          {text.payload} <code>{payload}</code>
        </span>
      )}
    </div>
  );
}

function Why({ flag }: { flag: PreviewedFlag }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.cell}>
      <p className={classes.reason}>{reasonSentences(flag, null).join(' ')}</p>
      {flag.conditions.length > 0 && (
        <>
          <h3 className={classes.fold}>
            <FoldButton isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
              {text.conditions}
            </FoldButton>
          </h3>
          <div id={id} hidden={!isOpen}>
            {isOpen && <ConditionOutcomes conditions={flag.conditions} isTested={flag.bucketing !== null} />}
          </div>
        </>
      )}
    </div>
  );
}
