import { expect, test } from 'vitest';
import { linkTo, pathInArguments, pathOfLink } from './links.ts';

const uuid = '0199f1c2-7a3e-7c4d-8f00-1234567890ab';

test.each([
  [linkTo('event', uuid), `/live?minutes=0&selected=%22${uuid}%22`],
  [linkTo('experiment', 7), '/experiments/7'],
  [linkTo('person', 12), '/persons/12'],
  [linkTo('flag', 'new-checkout'), '/feature-flags/key/new-checkout'],
  [linkTo('flag', 'a/b ?#ü'), '/feature-flags/key/a%2Fb%20%3F%23%C3%BC'],
])('%s opens %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path);
});

test.each([
  'benchtop://',
  'benchtop://event/',
  'benchtop://event/7',
  'benchtop://experiment/new',
  'benchtop://experiment/7/../../settings',
  'benchtop://experiment/%2e%2e',
  'benchtop://person/0',
  'benchtop://constructor/7',
  'benchtop://flag/%zz',
  'benchtop://settings/users',
  'https://example.com/experiment/7',
  'javascript:alert(1)',
])('%s opens nothing', (link) => {
  expect(pathOfLink(link)).toBeNull();
});

test('the link is found among the arguments of a second start', () => {
  expect(pathInArguments(['/opt/Benchtop/benchtop', '--flag', 'benchtop://person/3'])).toBe('/persons/3');
  expect(pathInArguments(['/opt/Benchtop/benchtop', 'experiment/3'])).toBeNull();
});
