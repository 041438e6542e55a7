// The sheet to print.

document.getElementById("print").addEventListener("click", () => print());
