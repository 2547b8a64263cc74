import './api/zod-without-eval.ts';
// First: the order of the layers is that of their first mention.
import './app/theme.css';
import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.tsx';
import { startSession } from './api/session.ts';
import { addFonts } from './app/fonts.ts';
import { Notices } from './app/notices.tsx';
import { createAppRouter } from './app/routes.tsx';
import { styleNonce } from './app/style-nonce.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './app/theme.ts';

startSession();
addFonts();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
const router = createAppRouter();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
      // The build leaves out Mantine's sheet of default variables; see scripts/lib/mantine-styles.ts.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
