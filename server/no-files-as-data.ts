import { createContext, data, type RouterContextProvider, type ServerBuild } from 'react-router';
import { withHandlers } from './with-handlers';

/** Whether the router of a browser asks for the data of an address (`.data`), not for the address. */
export const asDataContext = createContext<boolean>(false);

/**
 * The same routes, in which files, archives and streams are no data: the framework would read them
 * to their end into one text before the first byte is sent, a stream of events for ever. At such an
 * address there is nothing, and what was opened for it is closed.
 */
export function withoutFilesAsData(build: ServerBuild): ServerBuild {
  return withHandlers(build, ({ loader, action }) => ({
    loader: loader && refusing(loader),
    action: action && refusing(action),
  }));
}

type Asked = { context: Readonly<RouterContextProvider> };

function refusing<Args extends Asked, Answer>(
  answer: (args: Args) => Answer | Promise<Answer>,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    const answered = await answer(args);
    if (!args.context.get(asDataContext)) return answered;
    if (answered instanceof Response && answered.body && !isJson(answered)) {
      await answered.body.cancel();
      throw data('error.not-found', { status: 404 });
    }
    return answered;
  };
}

const isJson = ({ headers }: Response) =>
  headers.get('Content-Type')?.startsWith('application/json') ?? false;
