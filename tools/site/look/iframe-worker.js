// Browsers start no worker for a page that was opened from a disk, and the search runs in one. Here
// a hidden frame does a worker's work instead. Under http this file changes nothing.
"use strict";
if (location.protocol === "file:") {
  const start =
    "self.postMessage = (data) => parent.postMessage({ fromWorker: true, data }, '*');";
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      this.hear = (event) => {
        if (event.source !== inside || !event.data.fromWorker) return;
        const message = new MessageEvent("message", { data: event.data.data });
        this.dispatchEvent(message);
        this.onmessage?.(message);
      };
      addEventListener("message", this.hear);
      this.ready = new Promise((resolve) => {
        const first = inside.document.createElement("script");
        first.textContent = start;
        const second = inside.document.createElement("script");
        second.src = new URL(url, location.href);
        second.onload = resolve;
        inside.document.body.append(first, second);
      });
    }
    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        inside?.dispatchEvent(new inside.MessageEvent("message", { data: structuredClone(data) }));
      });
    }
    terminate() {
      removeEventListener("message", this.hear);
      this.frame.remove();
    }
  };
}
