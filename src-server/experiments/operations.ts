import { z } from 'zod';
import type { Description, Operation } from '../http/openapi.ts';
import {
  duplicateInput,
  experiment,
  experimentChange,
  experimentChangeList,
  experimentInput,
  experimentList,
  experimentParameters,
  experimentQuery,
  experimentReplacement,
  experimentUpdate,
  metricFilters,
  missingFlagCode,
} from './contract.ts';
import { baseline, baselineInput, plan, planInput } from './planning/plan-contract.ts';
import { experimentResults, metricResult, secondaryResult, secondaryResults } from './results/results-contract.ts';

const root = '/api/projects/{project_id}/experiments/';
const one = `${root}{experiment_id}/`;
const describe = (method: Operation['method'], path: string, rest: Omit<Operation, 'method' | 'path' | 'tag'>) => ({
  tag: 'Experiments',
  method,
  path,
  ...rest,
});

const whole: Operation[] = [
  describe('get', root, {
    summary: 'List experiments, newest first',
    query: experimentQuery,
    paged: true,
    answer: experimentList,
  }),
  describe('post', root, {
    summary: 'Add an experiment: makes its flag, or takes the one of that key',
    body: experimentInput,
    status: 201,
    answer: experiment,
  }),
  describe('get', `${root}requires_flag_implementation/`, {
    summary: 'List drafts and running experiments whose flag no app has asked for',
    paged: true,
    answer: missingFlagCode,
  }),
];

const single: Operation[] = [
  describe('get', one, { summary: 'Read an experiment', answer: experiment }),
  describe('patch', one, {
    summary: 'Change an experiment, and with `flag` and `flag_outcome` its flag: all of it or nothing',
    body: experimentUpdate,
    answer: experiment,
  }),
  describe('put', one, {
    summary: 'Change an experiment; name and flag key are required',
    body: experimentReplacement,
    answer: experiment,
  }),
  describe('delete', one, { summary: 'Delete an experiment, with the flag that was made with it', status: 204 }),
  describe('get', `${one}history/`, {
    summary: 'Who changed what, newest first',
    paged: true,
    answer: experimentChangeList,
  }),
  describe('post', `${one}duplicate/`, {
    summary: 'Copy an experiment as a draft with a flag of its own',
    body: duplicateInput,
    status: 201,
    answer: experiment,
  }),
  describe('post', `${one}reset/`, {
    summary: 'Make an experiment a draft again and turn its flag off; events stay',
    answer: experiment,
  }),
];

const computed: Operation[] = [
  describe('post', `${root}baseline/`, {
    summary: 'Compute what a metric was in the last days, of everybody',
    body: baselineInput,
    answer: baseline,
  }),
  describe('post', `${root}plan/`, {
    summary: 'Compute how many persons and days an experiment needs',
    body: planInput,
    answer: plan,
  }),
  describe('get', `${one}results/`, {
    summary: 'Compute the result of its metric, with the inputs of every number',
    answer: experimentResults,
  }),
  describe('get', `${one}secondary_results/`, {
    summary: 'Compute the results of its secondary metrics, or of one',
    query: z.object({ id: z.int().optional() }),
    answer: secondaryResults,
  }),
];

export const experimentDescription: Description = {
  schemas: {
    Experiment: experiment,
    ExperimentParameters: experimentParameters,
    ExperimentMetric: metricFilters,
    ExperimentList: experimentList,
    ExperimentChange: experimentChange,
    ExperimentChangeList: experimentChangeList,
    MissingFlagCode: missingFlagCode,
    ExperimentBaseline: baseline,
    ExperimentPlan: plan,
    ExperimentResult: metricResult,
    ExperimentResults: experimentResults,
    SecondaryResult: secondaryResult,
    SecondaryResults: secondaryResults,
  },
  operations: [...whole, ...computed, ...single],
};
