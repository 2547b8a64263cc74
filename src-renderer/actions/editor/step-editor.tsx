import { Menu, Select, TextInput } from '@mantine/core';
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { Fragment, useId, useRef, useState } from 'react';
import type { UrlMatching } from '#server/actions/contract.ts';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import rowClasses from '../../properties/property-editor.module.css';
import { PropertyEditor } from '../../properties/property-editor.tsx';
import { IconAction } from '../../ui/feedback/icon-action.tsx';
import { useField } from '../../ui/form/field-errors.ts';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import {
  copyOfProperty,
  hasNoCondition,
  newProperty,
  type PropertyRow,
  type StepDraft,
  type TextField,
  textFields,
} from './action-form.ts';
import { textConditions } from './condition-words.ts';
import classes from './step-editor.module.css';

type Props = {
  step: StepDraft;
  /** From 0. */
  index: number;
  /** It has just been asked for. */
  isNew: boolean;
  onChange: (step: StepDraft) => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

/** One step of an action: conditions that must all hold for one event. */
export function StepEditor(props: Props) {
  const { step, index, onChange } = props;
  const titleId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<TextField | null>(props.isNew ? 'event' : null);
  const { error: problem } = useField(`steps__${index}__properties`);
  const of = `step ${index + 1}`;
  const addText = (field: TextField) => {
    setAdded(field);
    onChange({ ...step, texts: { ...step.texts, [field]: '' } });
  };
  const removeText = (field: TextField) => {
    const { [field]: _, ...texts } = step.texts;
    onChange({ ...step, texts });
    add.current?.focus();
  };
  return (
    <li className={classes.step} aria-labelledby={titleId}>
      <Header {...props} titleId={titleId} />
      {hasNoCondition(step) ? (
        <p className={classes.every}>Without a condition this step matches every event.</p>
      ) : (
        <ul className={classes.conditions} aria-label={`Conditions of ${of}`}>
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
          <Properties {...props} onEmptied={() => add.current?.focus()} />
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
        onProperty={(whose) => onChange({ ...step, properties: [...step.properties, newProperty(whose)] })}
      />
    </li>
  );
}

function Header({ step, index, titleId, onChange, onDuplicate, onRemove }: Props & { titleId: string }) {
  const of = `step ${index + 1}`;
  const { error, onBlur } = useField(`steps__${index}__name`);
  return (
    <header className={classes.header}>
      <h3 id={titleId} className={classes.title}>
        Step {index + 1}
      </h3>
      <TextInput
        className={classes.name}
        classNames={{ input: classes.nameInput }}
        aria-label={`Name of ${of}`}
        placeholder="Name it, if that helps"
        maxLength={400}
        value={step.name}
        error={error}
        onBlur={onBlur}
        onChange={(event) => onChange({ ...step, name: event.currentTarget.value })}
      />
      <IconAction icon={IconCopy} label={`Duplicate ${of}`} onClick={onDuplicate} />
      <IconAction icon={IconTrash} label={`Remove ${of}`} onClick={onRemove} />
    </header>
  );
}

type TextProps = Pick<Props, 'step' | 'index' | 'onChange'> & {
  field: TextField;
  /** It has just been asked for. */
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
      <IconAction icon={IconX} label={`Remove ${label.toLowerCase()} of step ${index + 1}`} onClick={onRemove} />
    </li>
  );
}

const matchings: { value: UrlMatching; label: string }[] = [
  { value: 'contains', label: 'URL contains' },
  { value: 'exact', label: 'URL is exactly' },
  { value: 'regex', label: 'URL matches regex' },
];

function Matching({ step, index, onChange }: TextProps) {
  const { error } = useField(`steps__${index}__url_matching`);
  return (
    <Select
      aria-label={`How the URL of step ${index + 1} is matched`}
      data={matchings}
      value={step.urlMatching}
      allowDeselect={false}
      error={error}
      onChange={(value) => onChange({ ...step, urlMatching: value as UrlMatching })}
    />
  );
}

function TextValue({ step, index, field, isNew, onChange }: TextProps) {
  const { error, onBlur } = useField(`steps__${index}__${field}`);
  const { label, placeholder } = textConditions[field];
  const isCode = field === 'selector' || (field === 'url' && step.urlMatching === 'regex');
  const change = (text: string) => onChange({ ...step, texts: { ...step.texts, [field]: text } });
  const common = {
    className: rowClasses.value,
    'aria-label': `${label} of step ${index + 1}`,
    placeholder: field === 'url' && step.urlMatching === 'exact' ? 'https://shop.example/checkout' : placeholder,
    spellCheck: false,
    autoFocus: isNew,
    error,
    onBlur,
    value: step.texts[field] ?? '',
  };
  if (field === 'event') return <EventNameField {...common} onChange={change} />;
  const classNames = isCode ? { input: rowClasses.mono } : {};
  return <TextInput {...common} classNames={classNames} onChange={(event) => change(event.currentTarget.value)} />;
}

function Properties({
  step,
  index,
  onChange,
  onEmptied,
}: Pick<Props, 'step' | 'index' | 'onChange'> & { onEmptied: () => void }) {
  const { properties, texts } = step;
  const set = (next: PropertyRow[]) => onChange({ ...step, properties: next });
  return properties.map((row, place) => (
    <PropertyEditor
      key={row.id}
      property={row}
      index={place}
      of={`step ${index + 1}`}
      joint={row.of}
      path={`steps__${index}__properties__${place}`}
      owner={row.of === 'person' ? { kind: 'person' } : { kind: 'event', event: texts.event ?? null }}
      onChange={(changed) => set(properties.with(place, { ...row, ...changed }))}
      onDuplicate={() => set(properties.toSpliced(place + 1, 0, copyOfProperty(row)))}
      onRemove={() => {
        set(properties.toSpliced(place, 1));
        onEmptied();
      }}
    />
  ));
}

type AddProps = {
  ref: React.Ref<HTMLButtonElement>;
  step: StepDraft;
  of: string;
  onText: (field: TextField) => void;
  onProperty: (of: PropertyRow['of']) => void;
};

const menuGroups: { label: string; fields: TextField[] }[] = [
  { label: 'Event', fields: ['event'] },
  { label: 'Element that was acted on, or around it', fields: ['text', 'href', 'tag_name', 'selector'] },
  { label: 'Page', fields: ['url'] },
];

function AddCondition({ ref, step, of, onText, onProperty }: AddProps) {
  return (
    <Menu position="bottom-start" width={280} returnFocus={false}>
      <Menu.Target>
        <QuietButton ref={ref} className={classes.add} aria-label={`Add condition to ${of}`}>
          Add condition
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
        <Menu.Label>Property</Menu.Label>
        <Menu.Item onClick={() => onProperty('event')}>Property of the event</Menu.Item>
        <Menu.Item onClick={() => onProperty('person')}>Property of the person</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
