import { expectTypeOf, test } from 'vitest';
import type { windowPaths } from '#server/http/window-contract.ts';
import type { createAppRouter } from './routes.tsx';

type Routes = ReturnType<typeof createAppRouter>['routesByPath'];

// The types are compared by tsc: a route that the list lacks does not compile.
test('the server answers the path of each route with the window, and no other path', () => {
  expectTypeOf<keyof Routes>().toEqualTypeOf<(typeof windowPaths)[number]>();
});
