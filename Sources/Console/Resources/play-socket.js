// A socket whose messages are JSON objects with a type.

/**
 * Opens a socket for a tab of Play. `on` has a function for each type of message, `open`, `closed(code)`, and `any(value,
 * direction)` for all messages. Returns `{send(message), close(), isOpen}`; `closed` is not called after `close()`.
 */
export function openSocket(context, path, { account, query, on }) {
  let socket;
  let isClosed = false;
  const handle = {
    get isOpen() { return socket?.readyState === WebSocket.OPEN; },
    send(message) {
      if (!handle.isOpen) return false;
      socket.send(JSON.stringify(message));
      on.any?.(message, "client");
      return true;
    },
    close() {
      isClosed = true;
      socket?.close(1000);
    },
  };
  context.socket(path, { account, query }).then((made) => {
    socket = made;
    if (isClosed) return socket.close(1000);
    socket.onopen = () => on.open?.();
    socket.onmessage = ({ data }) => {
      if (isClosed) return;
      const value = JSON.parse(data);
      on.any?.(value, "server");
      on[value.type]?.(value);
    };
    socket.onclose = ({ code }) => { if (!isClosed) on.closed?.(code); };
  });
  return handle;
}
