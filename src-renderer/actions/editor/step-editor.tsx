import { Menu, TextInput } from '@mantine/core';
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { Fragment, useId, useRef, useState } from 'react';
import { maxName } from '#server/core/contract.ts';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import rowClasses from '../../properties/property-editor.module.css';
import { IconAction } from '../../ui/feedback/icon-action.tsx';
import editor from '../../ui/form/editor.module.css';
import { useField } from '../../ui/form/field-errors.ts';
import { Choice } from '../../ui/form/fields/choice.tsx';
import type { EntryActions } from '../../ui/form/fields/order-entries.ts';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import {
  hasNoCondition,
  newPropertyRow,
  type PropertyRow,
  type StepDraft,
  type StepTextField,
  textFields,
} from './action-form.ts';
import { textConditions } from './condition-words.ts';
import { EventPropertyRows } from './event-property-rows.tsx';
import classes from './step-editor.module.css';
import { words } from './words.tsx';

const { step: text } = words;

type Props = EntryActions<StepDraft> & {
  step: StepDraft;
  /** From 0. */
  index: number;
  /** It was just added. */
  isNew: boolean;
};

/** Edits one step of an action: conditions that one event must meet together. */
export function StepEditor(props: Props) {
  const { step, index, onChange } = props;
  const titleId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<StepTextField | null>(props.isNew ? 'event' : null);
  const { error: problem } = useField(`steps__${index}__properties`);
  const of = text.of(index);
  const addText = (field: StepTextField) => {
    setAdded(field);
    onChange({ ...step, texts: { ...step.texts, [field]: '' } });
  };
  const removeText = (field: StepTextField) => {
    const { [field]: _, ...texts } = step.texts;
    onChange({ ...step, texts });
    add.current?.focus();
  };
  return (
    <li className={classes.step} aria-labelledby={titleId}>
      <Header {...props} titleId={titleId} />
      {hasNoCondition(step) ? (
        <p className={classes.every}>{text.noCondition}</p>
      ) : (
        <ul className={layout.rows} aria-label={text.conditionsOf(of)}>
          {textFields
            .filter((field) => step.texts[field] !== undefined)
            .map((field) => (
              <TextCondition
                key={field}
                {...props}
                field={field}
                isNew={field === added}
                onRemove={() => removeText(field)}
              />
            ))}
          <EventPropertyRows
            rows={step.properties}
            of={of}
            path={`steps__${index}__properties`}
            event={step.texts.event ?? null}
            onRows={(properties) => onChange({ ...step, properties })}
            onRemoved={() => add.current?.focus()}
          />
        </ul>
      )}
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <AddCondition
        ref={add}
        step={step}
        of={of}
        onText={addText}
        onProperty={(whose) => onChange({ ...step, properties: [...step.properties, newPropertyRow(whose)] })}
      />
    </li>
  );
}

function Header({ step, index, titleId, onChange, onDuplicate, onRemove }: Props & { titleId: string }) {
  const of = text.of(index);
  const { error, onBlur } = useField(`steps__${index}__name`);
  return (
    <header className={classes.header}>
      <h3 id={titleId} className={editor.partTitle}>
        {text.title(index)}
      </h3>
      <TextInput
        flex={1}
        miw={0}
        classNames={{ input: classes.nameInput }}
        aria-label={text.nameOf(of)}
        placeholder={text.nameExample}
        maxLength={maxName}
        value={step.name}
        error={error}
        onBlur={onBlur}
        onChange={(event) => onChange({ ...step, name: event.currentTarget.value })}
      />
      <IconAction icon={IconCopy} label={text.duplicate(of)} onClick={onDuplicate} />
      <IconAction icon={IconTrash} label={text.remove(of)} onClick={onRemove} />
    </header>
  );
}

type TextProps = Pick<Props, 'step' | 'index' | 'onChange'> & {
  field: StepTextField;
  /** It was just added. */
  isNew: boolean;
  onRemove: () => void;
};

function TextCondition(props: TextProps) {
  const { index, field, onRemove } = props;
  const { of, label, relation } = textConditions[field];
  return (
    <li className={classes.text}>
      <span className={rowClasses.joint}>{of}</span>
      {field === 'url' ? (
        <Matching {...props} />
      ) : (
        <span className={classes.label}>
          {label} <span className={classes.relation}>{relation}</span>
        </span>
      )}
      <TextValue {...props} />
      <IconAction icon={IconX} label={text.removeField(label.toLowerCase(), text.of(index))} onClick={onRemove} />
    </li>
  );
}

function Matching({ step, index, onChange }: TextProps) {
  const { error } = useField(`steps__${index}__url_matching`);
  return (
    <Choice
      aria-label={text.urlMatchingOf(text.of(index))}
      names={text.urlMatching}
      value={step.urlMatching}
      error={error}
      onChange={(urlMatching) => onChange({ ...step, urlMatching })}
    />
  );
}

function TextValue({ step, index, field, isNew, onChange }: TextProps) {
  const { error, onBlur } = useField(`steps__${index}__${field}`);
  const { label, placeholder } = textConditions[field];
  const isCode = field === 'selector' || (field === 'url' && step.urlMatching === 'regex');
  const change = (value: string) => onChange({ ...step, texts: { ...step.texts, [field]: value } });
  const common = {
    className: rowClasses.value,
    'aria-label': text.fieldOf(label, text.of(index)),
    placeholder: field === 'url' && step.urlMatching === 'exact' ? text.exactUrlExample : placeholder,
    spellCheck: false,
    autoFocus: isNew,
    error,
    onBlur,
    value: step.texts[field] ?? '',
  };
  if (field === 'event') return <EventNameField {...common} onChange={change} />;
  const classNames = isCode ? { input: looks.mono } : {};
  return <TextInput {...common} classNames={classNames} onChange={(event) => change(event.currentTarget.value)} />;
}

type AddProps = {
  ref: React.Ref<HTMLButtonElement>;
  step: StepDraft;
  of: string;
  onText: (field: StepTextField) => void;
  onProperty: (of: PropertyRow['of']) => void;
};

const menuGroups: { label: string; fields: StepTextField[] }[] = [
  { label: text.groups.event, fields: ['event'] },
  { label: text.groups.element, fields: ['text', 'href', 'tag_name', 'selector'] },
  { label: text.groups.page, fields: ['url'] },
];

function AddCondition({ ref, step, of, onText, onProperty }: AddProps) {
  return (
    <Menu position="bottom-start" width={280} returnFocus={false}>
      <Menu.Target>
        <QuietButton ref={ref} className={classes.add} aria-label={text.addConditionTo(of)}>
          {text.addCondition}
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        {menuGroups.map(({ label, fields }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {fields.map((field) => (
              <Menu.Item key={field} disabled={step.texts[field] !== undefined} onClick={() => onText(field)}>
                {textConditions[field].label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
        <Menu.Label>{text.groups.property}</Menu.Label>
        <Menu.Item onClick={() => onProperty('event')}>{text.eventProperty}</Menu.Item>
        <Menu.Item onClick={() => onProperty('person')}>{text.personProperty}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
