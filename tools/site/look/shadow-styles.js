// The search writes its style as text into its part of the page, which the server's policy refuses.
// The same text as a style sheet object is allowed.
"use strict";
const appendToShadow = ShadowRoot.prototype.appendChild;
ShadowRoot.prototype.appendChild = function (node) {
  if (!(node instanceof HTMLStyleElement)) return appendToShadow.call(this, node);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(node.textContent);
  this.adoptedStyleSheets = [...this.adoptedStyleSheets, sheet];
  return node;
};
