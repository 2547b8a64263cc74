import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { shortNumber } from '../reasons.ts';
import { variantColor } from '../variants/variant-color.ts';
import classes from './bucketing-line.module.css';
import { axisPercent, type Positions, percentText, positionsOf, positionText } from './position.ts';

const identifierWords = {
  distinct_id: 'the distinct_id',
  first_distinct_id: 'the first distinct_id, kept for this person',
  group: 'the key of the group',
} as const;

/** Where an id falls: against the rollout of the condition that decided, and among the variants. */
export function BucketingLine({ evaluation }: { evaluation: Evaluation }) {
  const positions = positionsOf(evaluation);
  const { bucketing, key } = evaluation;
  if (positions === null || bucketing === null) {
    return <p className={classes.none}>Nothing was hashed: the flag is about groups, and none is given.</p>;
  }
  return (
    <div className={classes.lines}>
      <RolloutLine positions={positions} />
      {positions.variants.length > 0 && <VariantLine positions={positions} />}
      <p className={classes.hashed}>
        Hashed is {identifierWords[bucketing.kind]}:{' '}
        <Copyable value={`${key}.${bucketing.identifier}`} label="what was hashed" />
      </p>
    </div>
  );
}

function RolloutLine({ positions: { hash, rollout } }: { positions: Positions }) {
  const limit = rollout === null || rollout.all ? [] : [rollout.limit];
  const text = positionText(hash, limit);
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span className={classes.name}>Rollout</span>
        <Exact of="hash" value={hash} />
        <span className={classes.fact}>
          {rollout === null ? 'not reached' : `condition ${rollout.condition}: ${percentText(rollout.limit * 100)}`}
        </span>
      </figcaption>
      <VisuallyHidden>{rolloutSentence(text, rollout)}</VisuallyHidden>
      <Axis position={hash} text={text}>
        {rollout !== null && (
          <>
            <span className={classes.reached} style={{ width: axisPercent(rollout.limit) }} />
            {!rollout.all && (
              <span className={classes.limit} style={at(rollout.limit)} data-end={rollout.limit > 0.85 || undefined}>
                <span className={classes.limitText}>{percentText(rollout.limit * 100)}</span>
              </span>
            )}
          </>
        )}
      </Axis>
    </figure>
  );
}

function rolloutSentence(text: string, rollout: Positions['rollout']): string {
  if (rollout === null) return `The hash is ${text}. No condition came as far as its rollout.`;
  const limit = rollout.all ? 'everybody' : `up to ${shortNumber(rollout.limit)}`;
  const side = rollout.within ? 'within' : 'beyond';
  return `The hash ${text} is ${side} the rollout of condition ${rollout.condition}, ${limit}.`;
}

function VariantLine({ positions: { variants, variantHash, isSplit } }: { positions: Positions }) {
  const text =
    variantHash === null
      ? null
      : positionText(
          variantHash,
          variants.flatMap(({ low, high }) => [low, high]),
        );
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span className={classes.name}>Variant</span>
        {variantHash !== null && <Exact of="variant hash" value={variantHash} />}
        {!isSplit && <span className={classes.fact}>did not decide</span>}
      </figcaption>
      <Axis position={variantHash} text={text}>
        {variants.map(({ key, low, high, isHit }, index) => (
          <span
            key={key}
            className={classes.segment}
            data-hit={(isHit && isSplit) || undefined}
            title={`${key} [${shortNumber(low)}, ${shortNumber(high)})`}
            style={
              {
                left: axisPercent(low),
                width: axisPercent(high - low),
                '--segment': variantColor(index),
              } as CSSProperties
            }
          >
            {key}
          </span>
        ))}
      </Axis>
      <ul className={classes.ranges} aria-label="Ranges of the variants">
        {variants.map(({ key, low, high, isHit }, index) => (
          <li key={key} className={classes.range} data-hit={(isHit && isSplit) || undefined}>
            <span className={classes.swatch} style={{ background: variantColor(index) }} aria-hidden="true" />
            <span className={classes.rangeKey}>{key}</span>
            <span className={classes.number}>
              [{shortNumber(low)}, {shortNumber(high)})
            </span>
            {isHit && <span className={classes.here}>{isSplit ? `${text} is here` : `${text} would be here`}</span>}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** From 0 to 1, with what lies on it and a pin at `position`. Its text stands in the figure: the picture is for eyes only. */
function Axis(props: { position: number | null; text: string | null; children: ReactNode }) {
  const { position, text, children } = props;
  return (
    <div className={classes.axis} aria-hidden="true">
      {position !== null && (
        <span className={classes.pin} style={at(position)}>
          <span className={classes.pinText}>{text}</span>
        </span>
      )}
      <div className={classes.track}>{children}</div>
      <div className={classes.ticks}>
        {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
          <span key={tick} className={classes.tick} style={at(tick)}>
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}

function Exact({ of, value }: { of: string; value: number }) {
  return (
    <span className={classes.exact}>
      hash <Copyable value={String(value)} label={of} />
    </span>
  );
}

/** `--at` also shifts a label by its own share of its width, so that it never leaves the axis. */
function at(position: number): CSSProperties {
  return { '--at': axisPercent(position) } as CSSProperties;
}
